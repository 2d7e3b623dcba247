import { expect, test } from 'vitest';
import type { Analysis, LineStep, Moment } from '../lib/wire';
import { chanceAt, curve, ghost, markOf, nearest, percent, signed, sure, wordOf } from './analysis';

const estimate = (mean: number, error = 0) => ({ mean, error });
const moment = (at: number, change: number, more: Partial<Moment> = {}): Moment => ({
  at,
  turn: 1,
  side: 'blue',
  kind: 'choice',
  grade: 'mistake',
  action: 'a',
  text: 'does it',
  before: estimate(0.5),
  after: estimate(0.5 + change),
  change: estimate(change),
  points: 0,
  ...more,
});

test('changes have signs and chances none', () => {
  expect([0.124, -0.05, -0.001].map(signed)).toEqual(['+12\u00a0%', '−5\u00a0%', '+0\u00a0%']);
  expect(percent(0.666)).toBe('67\u00a0%');
  expect(sure(estimate(-0.1, 0.015))).toBe('−10\u00a0% (±3)');
});

test('marks are those of chess, and dice have a word of their own', () => {
  expect([moment(1, -0.05), moment(1, -0.2, { grade: 'blunder' })].map(markOf)).toEqual(['?', '??']);
  expect(wordOf(moment(1, -0.02, { grade: 'doubtful' }))).toBe('Doubtful');
  expect([0.1, -0.1].map((change) => wordOf(moment(1, change, { kind: 'luck' })))).toEqual(['Luck', 'Bad luck']);
});

test('the curve goes from the left to the right, won at the top', () => {
  const points = [
    { at: 0, turn: 1, chance: estimate(0.5, 0.1) },
    { at: 10, turn: 2, chance: estimate(1) },
  ];
  const { line, band } = curve(points, { width: 100, height: 40, actions: 10 });
  expect(line).toBe('M0.0 20.0L100.0 0.0');
  expect(band).toBe('M0.0 12.0L100.0 0.0L100.0 0.0L0.0 28.0Z');
  expect(chanceAt(points, 9)?.mean).toBe(0.5);
  expect(chanceAt(points, 10)?.mean).toBe(1);
  expect(chanceAt([], 3)).toBeNull();
});

test('of two moments as near the graver one is meant', () => {
  const moments = [moment(4, -0.02), moment(10, -0.3), moment(16, 0.05)];
  const analysis = { moments } as Analysis;
  expect(nearest(analysis, 5)?.at).toBe(4);
  expect(nearest(analysis, 7)?.at).toBe(10);
  expect(nearest({ moments: [] as Moment[] } as Analysis, 7)).toBeNull();
});

test('a line is drawn as ways and as numbers where it leads', () => {
  const step = (action: string, hexes: string[], way: boolean): LineStep => ({
    side: 'blue',
    action,
    text: action,
    hexes,
    events: way ? [{ kind: 'move', text: action, hexes, way: true }] : [],
  });
  const drawn = ghost([step('one', ['0101', '0102', '0103'], true), step('two', ['0103'], false), step('done', [], false)], 'Better');
  expect(drawn.lines.map(({ hexes }) => hexes)).toEqual([['0101', '0102', '0103']]);
  expect(drawn.hexes).toEqual([{ hex: '0103', side: 'blue', shade: 2, label: '1 2' }]);
});
