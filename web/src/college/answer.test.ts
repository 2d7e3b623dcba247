import { beforeEach, describe, expect, it, vi } from 'vitest';
import { done, following, judged, mark, marksOf } from './answer';

const right = [['pick A', 'to 1010'], ['pick B', 'to 1010'], ['done']];

describe('an answer', () => {
  it('is open while a right one can come of it', () => {
    expect(judged(right, [])).toBe('open');
    expect(judged(right, ['pick B'])).toBe('open');
  });
  it('is right as soon as it begins with a right one', () => {
    expect(judged(right, ['done'])).toBe('right');
    expect(judged(right, ['pick A', 'to 1010', 'done'])).toBe('right');
  });
  it('is wrong as soon as none can come of it', () => {
    expect(judged(right, ['pick C'])).toBe('wrong');
    expect(judged(right, ['pick A', 'to 1011'])).toBe('wrong');
    expect(judged(right, ['to 1010', 'pick A'])).toBe('wrong');
  });
  it('forgets what was taken back', () => {
    const deeds = done(done([], { at: 0, action: 'pick A' }), { at: 1, action: 'to 1011' });
    expect(done(deeds, { at: 1, action: 'to 1010' }).map(({ action }) => action)).toEqual(['pick A', 'to 1010']);
    expect(done(deeds, { at: 0, action: 'pick B' }).map(({ action }) => action)).toEqual(['pick B']);
  });
});

describe('marks', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  it('are kept by game, and what was solved stays so', () => {
    mark('g', 'one', 'solved');
    mark('g', 'one', 'shown');
    mark('g', 'two', 'shown');
    expect(marksOf('g')).toEqual({ one: 'solved', two: 'shown' });
    expect(marksOf('h')).toEqual({});
  });
  it('that make no sense are none', () => {
    localStorage.setItem('grognard.college.g', '{"one":"perhaps","two":"solved"}');
    expect(marksOf('g')).toEqual({ two: 'solved' });
    localStorage.setItem('grognard.college.g', '[');
    expect(marksOf('g')).toEqual({});
  });
  it('say what comes next: first what is not solved', () => {
    expect(following(['a', 'b', 'c'], 'a', { b: 'solved' })).toBe('c');
    expect(following(['a', 'b', 'c'], 'c', { a: 'solved', b: 'shown' })).toBe('b');
    expect(following(['a', 'b'], 'b', { a: 'solved' })).toBe('a');
    expect(following(['a'], 'a', {})).toBeNull();
  });
});
