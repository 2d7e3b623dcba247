import { expect, it } from 'vitest';
import type { Choice, GameInfo, Piece } from '../lib/wire';
import { HexIndex } from './hexes';
import { Offers } from './offers';
import { countOf, placeOf, spoken } from './speech';
import { stacksOf } from './stacks';

const hex = { id: '1203', x: 0, y: 0, terrain: 1, name: 'Moulin' };
const board = { terrains: ['clear', 'woods'] };
const index = new HexIndex({ size: 10, pointy: true, hexes: [hex] });
const game = { sides: [{ id: 's', title: 'South' }], nations: [] } as unknown as GameInfo;
const piece = (id: string): Piece => ({ id, side: 's', kind: 'infantry', values: [], hexes: ['1203'], steps: 1 });
const [pair] = stacksOf({ pieces: [piece('1'), piece('2')] }, index);
const choice: Choice = { action: 'go', text: 'Take it up', rolls: false, piece: '1' };

it('says the ground, what lies there and what can be done', () => {
  expect(placeOf(board, hex)).toBe('woods, Moulin');
  const offers = new Offers([choice], null, [pair!], index);
  const words = spoken(hex, board, game, { stack: pair, markers: [{ kind: 'control', hexes: ['1203'], count: 2 }], offers, overlay: null });
  expect(words).toMatch(/^1203, woods, Moulin\. /);
  expect(words).toContain('2 control');
  expect(words).toMatch(/1 can be chosen$/);
});

it('says that an empty hex is empty by saying no more', () => {
  const offers = new Offers([], null, [], index);
  expect(spoken(hex, board, game, { stack: undefined, markers: [], offers, overlay: null })).toBe('1203, woods, Moulin');
  expect([countOf(undefined, game), countOf(pair, game), countOf({ ...pair!, count: null }, game)]).toEqual(['', '2 counters', 'a stack']);
});
