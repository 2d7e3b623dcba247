import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pause, Queue } from './queue';

describe('Queue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const made = (wait = 100) => {
    const shown: number[] = [];
    const lengths: number[] = [];
    const queue = new Queue<number>(
      (item) => shown.push(item),
      () => wait,
      (length) => lengths.push(length),
    );
    return { queue, shown, lengths };
  };

  it('shows the first at once and the others one by one', () => {
    const { queue, shown } = made();
    for (const item of [1, 2, 3]) queue.push(item);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 3]);
    expect(queue.length).toBe(0);
  });

  it('waits after the last one, then shows the next at once', () => {
    const { queue, shown } = made();
    queue.push(1);
    vi.advanceTimersByTime(50);
    queue.push(2);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(50);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(500);
    queue.push(3);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('shows everything in order when it is skipped, and nothing twice', () => {
    const { queue, shown, lengths } = made();
    for (const item of [1, 2, 3, 4]) queue.push(item);
    queue.flush();
    expect(shown).toEqual([1, 2, 3, 4]);
    expect(lengths.at(-1)).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it('forgets what waits', () => {
    const { queue, shown } = made();
    for (const item of [1, 2, 3]) queue.push(item);
    queue.clear();
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1]);
  });

  it('shows at once what needs no time', () => {
    const { queue, shown } = made(0);
    for (const item of [1, 2, 3]) queue.push(item);
    expect(shown).toEqual([1, 2, 3]);
  });
});

describe('pause', () => {
  it('grows shorter when much waits', () => {
    expect(pause('normal', 1)).toBe(pause('normal', 10));
    expect(pause('normal', 200)).toBeLessThan(pause('normal', 10));
    expect(pause('instant', 3)).toBe(0);
  });
});
