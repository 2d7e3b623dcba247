import { describe, expect, it } from 'vitest';
import type { ClauseText } from '../lib/wire';
import { chapters, find, marked } from './search';

const book: ClauseText[] = [
  { id: '1.1a', kind: 'note', text: 'Two players.' },
  { id: '5.2b', kind: 'sequence', text: 'On turn 1 a line of fire is two hexes.' },
  { id: '10.1a', kind: 'combat', text: 'Fire strength is added up.' },
  { id: '10.10b', kind: 'combat', text: 'Roll for each unit (a miss is a miss).' },
];
const ids = (clauses: ClauseText[]) => clauses.map((clause) => clause.id);

describe('finding a clause', () => {
  it('wants every word, in any letters', () => {
    expect(ids(find(book, 'FIRE line'))).toEqual(['5.2b']);
    expect(ids(find(book, 'fire'))).toEqual(['5.2b', '10.1a']);
  });
  it('reads a number as the beginning of a clause, part by part', () => {
    expect(ids(find(book, '10.1'))).toEqual(['10.1a']);
    expect(ids(find(book, '10.'))).toEqual(['10.1a', '10.10b']);
    expect(ids(find(book, '5.2B'))).toEqual(['5.2b']);
  });
  it('knows the kinds', () => expect(ids(find(book, 'combat roll'))).toEqual(['10.10b']));
  it('gives the whole book for no question', () => expect(find(book, '  ')).toHaveLength(4));
  it('finds nothing where nothing is', () => expect(find(book, 'cavalry')).toEqual([]));
});

describe('marks', () => {
  it('cover each hit and lose no letter', () => {
    const pieces = marked('Roll for each unit (a miss is a miss).', ['miss', '(a']);
    expect(pieces.map((piece) => piece.text).join('')).toBe('Roll for each unit (a miss is a miss).');
    expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(['(a', 'miss', 'miss']);
  });
  it('begin where a word begins', () => {
    const hits = marked('LOF of offence', ['of']).filter((piece) => piece.hit);
    expect(hits).toHaveLength(2);
    expect(find([{ id: '1.1', kind: 'note', text: 'The LOF.' }], 'of')).toEqual([]);
  });
  it('prefer the longer word', () => {
    expect(marked('firepower', ['fire', 'firepower'])).toEqual([{ text: 'firepower', hit: true }]);
  });
});

it('chapters keep the order of the book and say what they are about', () => {
  expect(chapters(book).map(({ number, kinds, clauses }) => [number, kinds, clauses.length])).toEqual([
    ['1', ['note'], 1],
    ['5', ['sequence'], 1],
    ['10', ['combat'], 2],
  ]);
});

it('chapters are told apart by book and number, and charts lie together', () => {
  const ids = ['GI/stack-a', 'GI/seq-b', '6.1/note3-a', '6.2', '15a', 'scs/3.1a', 'scs/12.0b', 'chart/crt', 'DN.5', '3.II'];
  const held = ids.map((id) => ({ id, kind: 'note', text: '' }));
  const numbers = chapters(held).map(({ number, clauses }) => [number, clauses.length]);
  expect(numbers).toEqual([['GI', 2], ['6', 2], ['15', 1], ['scs/3', 1], ['scs/12', 1], ['chart', 1], ['DN', 1], ['3', 1]]);
});
