import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
    expect(isNews({ side: 'us', change: {} }, ['us'])).toBe(false);
    expect(isNews({ side: 'german', change: {} }, ['us'])).toBe(true);
    expect(isNews({ side: 'us', change: { phase } }, ['us']), 'the end of a phase').toBe(true);
    expect(isNews({ side: 'us', change: { turn: 2 } }, ['us'])).toBe(true);
  });
});
