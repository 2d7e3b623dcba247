import { describe, expect, it } from 'vitest';
import type { ClauseText } from '../lib/wire';
import { chapters, find, marked } from './search';

const clause = (id: string, chapter: string, kind: string, text: string): ClauseText => ({ id, kind, text, name: id, chapter });
const book: ClauseText[] = [
  clause('1.1a', '1. Introduction', 'note', 'Two players.'),
  clause('5.2b', '5. Sequence of play', 'sequence', 'On turn 1 a line of fire is two hexes.'),
  clause('10.1a', '10. Fire', 'combat', 'Fire strength is added up.'),
  clause('10.10b', '10. Fire', 'combat', 'Roll for each unit (a miss is a miss).'),
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
    expect(find([clause('1.1', '1', 'note', 'The LOF.')], 'of')).toEqual([]);
  });
  it('prefer the longer word', () => {
    expect(marked('firepower', ['fire', 'firepower'])).toEqual([{ text: 'firepower', hit: true }]);
  });
});

it('chapters keep the order of the book and are called by their titles', () => {
  expect(chapters(book).map(({ title, clauses }) => [title, clauses.length])).toEqual([
    ['1. Introduction', 1],
    ['5. Sequence of play', 1],
    ['10. Fire', 2],
  ]);
});

it('a clause is found by the name of its book', () => {
  const series = { ...clause('scs/7.2b', 'Series rules 7. Combat', 'combat', 'Odds.'), name: 'Series rules 7.2b' };
  expect(ids(find([...book, series], 'series odds'))).toEqual(['scs/7.2b']);
});
