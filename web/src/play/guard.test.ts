import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEvent } from '../lib/wire';
import { Guard, isNews, moment } from './guard';

describe('the guard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('takes no press for an answer within a moment of the last news', () => {
    const armed: boolean[] = [];
    const guard = new Guard((now) => armed.push(now));
    guard.news();
    vi.advanceTimersByTime(moment - 1);
    guard.news();
    vi.advanceTimersByTime(moment - 1);
    expect(armed).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect(armed).toEqual([false, false, true]);
  });

  it('knows news from the next half of what one does oneself', () => {
    const phase = { id: 'II', title: 'Combat' };
    const events: LogEvent[] = [];
    expect(isNews({ side: 'us', change: {}, events }, ['us'])).toBe(false);
    expect(isNews({ side: 'german', change: {}, events }, ['us'])).toBe(true);
    expect(isNews({ side: 'us', change: { phase }, events }, ['us']), 'the end of a phase').toBe(true);
    expect(isNews({ side: 'us', change: { turn: 2 }, events }, ['us'])).toBe(true);
    const roll = { for: 'fire', dice: [{ sides: 6, value: 3 }], total: 3, mean: 3.5 };
    const fire: LogEvent = { at: 7, kind: 'combat', text: 'Fire at 3030.', rolls: [roll] };
    expect(isNews({ side: 'us', change: {}, events: [fire] }, ['us']), 'dice').toBe(true);
  });
});
