import { describe, expect, it } from 'vitest';
import type { Choice, Piece } from '../lib/wire';
import { HexIndex } from './hexes';
import { grouped, isReadable, markersOf, stacksOf } from './stacks';

const index = new HexIndex({
  size: 10,
  pointy: true,
  hexes: [
    { id: 'a', x: 0, y: 0, terrain: 0 },
    { id: 'b', x: 20, y: 0, terrain: 0 },
  ],
});
const piece = (id: string, hexes: string[], more: Pick<Piece, 'covers'> = {}): Piece => ({
  id,
  side: 's',
  kind: 'infantry',
  values: [],
  hexes,
  steps: 1,
  ...more,
});

describe('stacksOf', () => {
  it('keeps the order of a stack, and leaves out what is not on the board', () => {
    const stacks = stacksOf(
      {
        pieces: [
          piece('1', ['a']),
          piece('2', ['a']),
          piece('3', ['zz']),
          { ...piece('4', []), hexes: undefined, box: 'x' },
        ],
      },
      index,
    );
    expect(stacks).toHaveLength(1);
    expect(stacks[0]?.pieces.map(({ id }) => id)).toEqual(['1', '2']);
    expect(stacks[0]?.count).toBe(2);
  });

  it('can be read where something is known of one counter', () => {
    const unknown = { ...piece('', ['a']), id: undefined };
    const seen = { ...unknown, values: [{ name: 'attack' as const, value: '2' }] };
    expect([[unknown, unknown], [unknown, seen], [piece('1', ['a'])]].map((pieces) => isReadable({ pieces }))).toEqual([false, true, true]);
  });

  it('puts a counter across a hexside between the hexes', () => {
    expect(stacksOf({ pieces: [piece('1', ['a', 'b'])] }, index)[0]).toMatchObject({
      x: 10,
      y: 0,
      hex: 'a',
      key: 'a+b',
    });
  });

  it('counts covered counters where their number is open', () => {
    expect(stacksOf({ pieces: [piece('1', ['a'], { covers: { count: 3 } })] }, index)[0]?.count).toBe(4);
    expect(stacksOf({ pieces: [piece('1', ['a'], { covers: { count: null } })] }, index)[0]?.count).toBeNull();
  });
});

describe('markersOf', () => {
  it('piles what lies in one place', () => {
    const piles = markersOf(
      {
        markers: [
          { kind: 'carnage', hexes: ['a'], count: 1 },
          { kind: 'bridge', hexes: ['a', 'b'], count: 1 },
          { kind: 'control', hexes: ['a'], count: 2 },
        ],
      },
      index,
    );
    expect(piles.map(({ key, markers }) => [key, markers.length])).toEqual([
      ['a', 2],
      ['a+b', 1],
    ]);
  });
});

describe('grouped', () => {
  const choice = (action: string, more: Partial<Choice>): Choice => ({ action, text: action, rolls: false, ...more });
  const choices = [
    choice('pick p', { piece: 'p' }),
    choice('to a', { hex: 'a' }),
    choice('light a', { hex: 'a' }),
    choice('q to b', { piece: 'q', hex: 'b' }),
    choice('done', {}),
  ];

  it('groups by what is clicked', () => {
    const groups = grouped(choices);
    expect([...groups.pieces.keys()]).toEqual(['p', 'q']);
    expect(groups.hexes.get('a')?.map(({ action }) => action)).toEqual(['to a', 'light a']);
    expect(groups.others.map(({ action }) => action)).toEqual(['done']);
  });

  it('lights the hexes of a piece only once it is selected', () => {
    expect(grouped(choices).hexes.has('b')).toBe(false);
    expect(grouped(choices, 'p').hexes.has('b')).toBe(false);
    expect(grouped(choices, 'q').hexes.get('b')?.[0]?.action).toBe('q to b');
  });

  it('keeps what takes up a whole stack apart: its hex is not lit', () => {
    const groups = grouped([...choices, choice('stack b', { hex: 'b', role: 'lead' })]);
    expect([groups.wholes.get('b')?.action, groups.hexes.has('b')]).toEqual(['stack b', false]);
  });
});
