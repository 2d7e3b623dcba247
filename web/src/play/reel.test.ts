import { expect, it } from 'vitest';
import type { Replay, Step } from '../lib/wire';
import { framesOf, Reel, type Opening } from './reel.svelte';

const step = (side: string, events: number, turn?: number) =>
  ({ side, events: Array(events).fill({}), change: turn === undefined ? {} : { turn } }) as unknown as Step;
const opening = (actions: number) => ({ actions }) as Opening;

it('keeps what others do, and begins anew after what one does oneself', () => {
  const reel = new Reel();
  reel.keep(step('red', 0), opening(0), ['blue']);
  expect(reel.isSomething).toBe(false);
  reel.keep(step('red', 1), opening(1), ['blue']);
  expect([reel.isSomething, reel.steps.length, reel.opening?.actions]).toEqual([true, 2, 0]);
  reel.keep(step('blue', 1), opening(2), ['blue']);
  expect([reel.isSomething, reel.steps.length, reel.opening]).toEqual([false, 0, null]);
  reel.keep(step('red', 1), opening(3), ['blue']);
  expect(reel.opening?.actions).toBe(3);
});

it('begins anew with each turn for who only watches', () => {
  const reel = new Reel();
  reel.keep(step('red', 1), opening(0), []);
  reel.keep(step('blue', 1), opening(1), []);
  expect(reel.steps).toHaveLength(2);
  reel.keep(step('red', 1, 2), opening(2), []);
  expect([reel.steps.length, reel.opening?.actions]).toEqual([1, 2]);
});

it('makes frames of a replay that end with the question on the table', () => {
  const replay = { steps: [step('red', 1), { ...step('red', 1), change: { to_choose: 'blue' } }, step('blue', 1)] } as unknown as Replay;
  const now = { side: 'blue', undo: true };
  const frames = framesOf(replay, 4, 6, null, now);
  expect(frames.map(({ actions }) => actions)).toEqual([5, 6]);
  expect(frames.map(({ decision }) => decision)).toEqual([{ side: null, undo: false }, now]);
  expect(framesOf(replay, 6, 6, null, now)).toEqual([]);
});
