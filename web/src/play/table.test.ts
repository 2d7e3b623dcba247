import { describe, expect, it } from 'vitest';
import type { Choice, Clock, Piece } from '../lib/wire';
import { clockWords, timeLeft } from './clock';
import { deedOf, shortcuts } from './keys';
import { beside, filtered, rowsInSight } from './options';

const choice = (action: string, text: string): Choice => ({ action, text, rolls: false });

describe('the list of options', () => {
  const choices = [
    choice('to 3831', 'move to 3831, clear'),
    choice('to 3730', 'move to 3730, town'),
    choice('stay', 'stay here'),
  ];

  it('finds every word, in any order', () => {
    expect(filtered(choices, 'town move').map(({ action }) => action)).toEqual(['to 3730']);
    expect(filtered(choices, ' ')).toBe(choices);
    expect(filtered(choices, 'river')).toEqual([]);
  });

  it('draws a few rows of many', () => {
    const { from, to } = rowsInSight(2000, 34, 34 * 1000, 272);
    expect(to - from).toBeLessThan(30);
    expect(from).toBeLessThanOrEqual(1000);
    expect(to).toBeGreaterThanOrEqual(1008);
    expect(rowsInSight(3, 34, 0, 272)).toEqual({ from: 0, to: 3 });
    expect(rowsInSight(3, 34, 99999, 272).to).toBe(3);
  });
});

describe('what is chosen beside the map', () => {
  const piece = (id: string, place: { hexes: string[] } | { box: string }): Piece => ({
    id,
    side: 's',
    kind: 'k',
    values: [],
    steps: 1,
    ...place,
  });
  const pieces = [piece('p', { hexes: ['1'] }), piece('q', { box: 'drawn' }), piece('r', { box: 'drawn' })];
  const choices: Choice[] = [
    { ...choice('pick p', ''), piece: 'p' },
    { ...choice('pick q', ''), piece: 'q' },
    { ...choice('pick x', ''), piece: 'x' },
    { ...choice('to 1', ''), hex: '1' },
    choice('done', ''),
  ];

  it('is what has no place on it, the way on first', () => {
    const { buttons, pieces: tray, glowing } = beside(choices, { pieces });
    expect(buttons.map(({ action }) => action)).toEqual(['done', 'pick x']);
    expect(tray.map(({ id }) => id)).toEqual(['q']);
    expect(glowing).toBe(1);
  });

  it('is a row for each counter that is not there, where each can do several things', () => {
    const modes = ['a', 'b'].flatMap((piece) =>
      ['march', 'attack'].map((mode) => ({ ...choice(`mode ${piece} ${mode}`, `von ${piece} to ${mode} mode`), piece })),
    );
    const { buttons, rows } = beside([...modes, choice('done', 'go on')], { pieces: [] });
    expect(buttons.map(({ action }) => action)).toEqual(['done']);
    expect(rows.map(({ piece, head, choices }) => [piece, head, choices.length])).toEqual([
      ['a', 'von a to ', 2],
      ['b', 'von b to ', 2],
    ]);
    // Those on the table have rows as well, where nothing is asked about the map; and those in a box have no counter beside it then.
    const some = [piece('a', { hexes: ['1'] }), piece('b', { box: 'drawn' })];
    const there = beside([...modes, choice('done', 'go on')], { pieces: some });
    expect([there.rows.map(({ piece }) => piece), there.pieces]).toEqual([['a', 'b'], []]);
    expect(beside([...modes, { ...choice('to 1', ''), hex: '1' }], { pieces: some }).rows).toEqual([]);
  });
});

describe('the clock', () => {
  const clock: Clock = { bank_ms: [60_000, 30_000], runs: 'b', grace_ms: 5000 };

  it('takes the grace first, then the bank', () => {
    expect(timeLeft(clock, 1, 'b', 2000)).toEqual({ ms: 33_000, runs: true });
    expect(timeLeft(clock, 1, 'b', 15_000)).toEqual({ ms: 20_000, runs: true });
    expect(timeLeft(clock, 1, 'b', 1e9).ms).toBe(0);
  });

  it('does not run for the other side', () => {
    expect(timeLeft(clock, 0, 'a', 1e9)).toEqual({ ms: 60_000, runs: false });
  });

  it('says days, hours, minutes', () => {
    expect(clockWords(3 * 24 * 3600_000 + 3600_000)).toBe('3 d 1 h');
    expect(clockWords(3909_000)).toBe('1:05:09');
    expect(clockWords(247_000)).toBe('4:07');
  });
});

describe('the keys', () => {
  it('are told apart', () => {
    const keys = shortcuts.flatMap(({ key }) => (key === undefined ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(deedOf('U')).toBe('undo');
    expect(deedOf('x')).toBeNull();
  });
});
