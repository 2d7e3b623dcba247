import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventKind, LogEvent } from '../lib/wire';
import { beat, Film } from './queue';
import { hold, joined, type Shown } from './scenes';

describe('a film', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Numbers of one tens belong together. */
  const made = (wait: (frame: number) => number = () => 100) => {
    const shown: number[] = [];
    const lengths: number[] = [];
    const film = new Film<number>(
      (frame) => shown.push(frame),
      (frame) => wait(frame),
      (frame, [next]) => next !== undefined && Math.floor(frame / 10) === Math.floor(next / 10),
      (length) => lengths.push(length),
    );
    return { film, shown, lengths };
  };

  it('shows the first at once and the others one by one, however many there are', () => {
    const { film, shown } = made();
    film.push(...Array.from({ length: 200 }, (_, frame) => frame));
    expect(shown).toEqual([0]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([0, 1]);
    vi.advanceTimersByTime(10_000);
    expect(shown.length).toBe(102);
    vi.advanceTimersByTime(10_000);
    expect([shown.length, film.length]).toEqual([200, 0]);
  });

  it('waits after the last one, then shows the next at once', () => {
    const { film, shown } = made();
    film.push(1);
    vi.advanceTimersByTime(50);
    film.push(2);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(50);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(500);
    film.push(3);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('stops, steps scene by scene and goes on', () => {
    const { film, shown } = made();
    film.push(1, 2, 10, 11, 20);
    film.pause();
    vi.advanceTimersByTime(1000);
    film.push(21);
    expect([shown, film.playing]).toEqual([[1], false]);
    film.step();
    expect(shown).toEqual([1, 2]);
    film.step();
    expect(shown).toEqual([1, 2, 10, 11]);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 10, 11]);
    film.play();
    expect(shown.at(-1)).toBe(20);
    vi.advanceTimersByTime(100);
    expect([shown.at(-1), film.length, film.playing]).toEqual([21, 0, true]);
  });

  it('is seen once more, and then goes on with what waited', () => {
    const { film, shown } = made();
    film.push(1, 2, 3);
    vi.advanceTimersByTime(100);
    film.rewind([1, 2]);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 1, 2, 3]);
  });

  it('shows everything in order when it is skipped, and nothing twice', () => {
    const { film, shown, lengths } = made();
    film.push(1, 2, 3, 4);
    film.pause();
    film.flush();
    expect(shown).toEqual([1, 2, 3, 4]);
    expect([lengths.at(-1), film.playing]).toEqual([0, true]);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 3, 4]);
  });

  it('forgets what waits', () => {
    const { film, shown } = made();
    film.push(1, 2, 3);
    film.clear();
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1]);
  });

  it('spends no time on what needs none', () => {
    const { film, shown } = made((frame) => (frame % 2 === 0 ? 0 : 100));
    film.push(2, 3, 4, 5);
    expect(shown).toEqual([2, 3]);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([2, 3, 4, 5]);
  });
});

describe('a scene', () => {
  const nations: Record<string, string> = { a: 'british', b: 'british', c: 'french' };
  const formationOf = (piece: string) => nations[piece] ?? null;
  const event = (kind: EventKind, piece?: string, more: Partial<LogEvent> = {}): LogEvent => ({
    at: 0, kind, text: '', ...(piece === undefined ? {} : { pieces: [piece] }), ...more,
  });
  const shown = (...events: LogEvent[]): Shown => ({ side: 'allied', events });
  const move = (piece: string) => shown(event('move', piece));
  const lost = shown(event('loss', 'a', { losses: [{ side: 'allied', steps: 1 }] }));

  it('is the quiet moves of one formation', () => {
    expect(joined(move('a'), [move('b')], formationOf)).toBe(true);
    expect(joined(move('a'), [move('c')], formationOf)).toBe(false);
    expect(joined(move('a'), [lost], formationOf)).toBe(false);
    expect(joined(move('a'), [{ ...move('b'), side: 'german' }], formationOf)).toBe(false);
    const takesUp = shown();
    expect(joined(move('a'), [takesUp, move('b')], formationOf)).toBe(true);
    expect(joined(move('a'), [takesUp, move('c')], formationOf)).toBe(false);
  });

  it('is looked at for a beat, its moves pass quickly, and losses are held', () => {
    const time = (one: Shown, next?: Shown, calm = false) => hold('normal', one, next ? [next] : [], formationOf, calm) / beat('normal');
    expect(time(move('a'), move('b'))).toBeCloseTo(0.2);
    expect(time(move('b'), move('c'))).toBe(1);
    expect(time(move('a'), move('b'), true), 'at once where motion is not wanted').toBe(0);
    expect(time(lost)).toBe(2.5);
    expect(time(shown())).toBe(0);
    expect(hold('instant', lost, [], formationOf, false)).toBe(0);
  });
});
