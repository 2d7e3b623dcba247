import { expect, test } from 'vitest';
import type { Chart, Forecast, GameInfo, LogEvent } from '../lib/wire';
import { differing, litColumn, litLine, marks, signed } from './marks';

const chart: Chart = {
  name: 'Fire',
  purpose: 'What fire does.',
  clauses: [],
  down: 'one die',
  columns: ['near', 'far'],
  lines: [
    { head: '1 to 3', cells: [{ code: 'H' }, { code: '-' }] },
    { head: '4 to 6', cells: [{ code: '-' }, { code: '-' }] },
  ],
};
const rolled = (line: string): LogEvent => ({
  at: 0,
  kind: 'fire',
  text: '',
  rolls: [{ for: 'fire', dice: [], total: 3, mean: 3.5, table: { name: 'Fire', column: 'far', line, result: '-' } }],
});
const aimed: Forecast = {
  sum: { label: '', value: '', clauses: [] },
  chances: [],
  aims: [{ chart: 'Fire', column: 'near', from: 'far', steps: [{ label: 'guns', by: -1, column: 'near', clauses: [] }] }],
};

test('a forecast lights its column, and nothing else does meanwhile', () => {
  const mark = marks(aimed, [rolled('1 to 3')]).get('Fire');
  expect([litColumn(chart, mark), litLine(chart, mark)]).toEqual([0, -1]);
  expect(mark?.steps).toHaveLength(1);
});

test('without one, the last roll rings its cell', () => {
  const silent: LogEvent = { at: 1, kind: 'move', text: '' };
  const mark = marks(null, [rolled('1 to 3'), rolled('4 to 6'), silent]).get('Fire');
  expect([litColumn(chart, mark), litLine(chart, mark)]).toEqual([1, 1]);
  expect(marks(undefined, [silent]).size).toBe(0);
});

test('a column that the chart does not have lights nothing', () => {
  expect(litColumn(chart, { column: 'farther' })).toBe(-1);
  expect(litColumn({ ...chart, columns: ['only'] }, {})).toBe(0);
  expect(litLine(chart, { line: '7' })).toBe(-1);
});

test('numbers carry their sign', () => {
  expect([2, 0, -1].map(signed)).toEqual(['+2', '0', '−1']);
});

test('only options that are played otherwise than usual are asked for', () => {
  const options = [
    { id: 'rail', title: '', default: true, whose: 'history', by: '' },
    { id: 'fog', title: '', default: false, whose: 'history', by: '' },
  ];
  expect(differing({ options } as GameInfo, ['rail=on', 'fog=on'])).toEqual(['fog=on']);
});
