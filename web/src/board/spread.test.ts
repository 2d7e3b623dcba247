import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Choice, Piece } from '../lib/wire';
import { HexIndex } from './hexes';
import { Offers } from './offers';
import { Spread } from './spread.svelte';
import { stacksOf } from './stacks';

const index = new HexIndex({ size: 10, pointy: true, hexes: ['a', 'b'].map((id, at) => ({ id, x: 20 * at, y: 0, terrain: 0 })) });
const piece = (id: string, hex: string): Piece => ({ id, side: 's', kind: 'infantry', values: [], hexes: [hex], steps: 1 });
const stacks = stacksOf({ pieces: [piece('1', 'a'), piece('2', 'a'), piece('3', 'b')] }, index);
const [pair, single] = [stacks[0]!, stacks[1]!];
const offers = (...choices: Partial<Choice>[]) =>
  new Offers(choices.map((one) => ({ action: 'x', text: 'x', rolls: false, ...one })), null, stacks, index);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('spreads the stack on which the mouse rests, opens the card of a counter that is alone, and closes both', () => {
  const spread = new Spread(() => stacks);
  spread.hovers(pair, () => true);
  expect(spread.fanned).toBeNull();
  vi.runAllTimers();
  expect([spread.fanned?.key, spread.pinned]).toEqual(['a', false]);
  spread.hovers(single, () => true);
  vi.runAllTimers();
  expect([spread.fanned, spread.carded?.key]).toEqual([null, 'b']);
  spread.hovers(undefined, () => true);
  expect(spread.carded).toBeNull();
});

it('opens no card where something else lies at a hex', () => {
  const spread = new Spread(() => stacks);
  spread.hovers(single, () => false);
  vi.runAllTimers();
  expect(spread.carded).toBeNull();
});

it('leaves alone what was opened on purpose', () => {
  const spread = new Spread(() => stacks);
  spread.turn(pair);
  spread.hovers(single, () => true);
  vi.runAllTimers();
  spread.pass();
  expect([spread.fanned?.key, spread.carded]).toEqual(['a', null]);
  spread.turn(pair);
  expect(spread.fanned).toBeNull();
});

it('opens the card of one counter, and closes it when it is asked for again', () => {
  const spread = new Spread(() => stacks);
  spread.show(pair, 1);
  expect(spread.card).toEqual({ key: 'a', at: 1, pinned: true });
  spread.look(pair);
  expect(spread.card).toBeNull();
  spread.look(undefined);
  expect(spread.card).toBeNull();
});

it('spreads a stack again where the next question is about its counters, too', () => {
  const spread = new Spread(() => stacks);
  spread.open(pair);
  spread.chooses();
  expect(spread.fanned).toBeNull();
  spread.returns(offers({ piece: '2' }));
  expect(spread.isFanned(pair)).toBe(true);
  spread.asked(offers({ piece: '3' }));
  expect(spread.fanned).toBeNull();
  spread.open(pair);
  spread.chooses();
  spread.returns(offers({ hex: 'b' }, { piece: '2' }));
  expect(spread.fanned).toBeNull();
});
