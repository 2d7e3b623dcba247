import { expect, it } from 'vitest';
import { grid, meant, printedAt, read, shown, total, written } from './csv';

it('a table goes out and comes back as it was', () => {
  const table = [
    ['place', 'name', 'value'],
    ['a[1]', 'a "great" day', '[1,2]'],
    ['a[2]', 'two\nlines', ''],
  ];
  expect(read(written(table))).toEqual(table);
});

it('what is pasted from a spreadsheet has tabs between, or semicolons', () => {
  expect(read('a\tb\r\n1,5\t2\r\n')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(read('a;b\n1;"x;y"')).toEqual([
    ['a', 'b'],
    ['1', 'x;y'],
  ]);
});

it('a cell keeps the kind of its value', () => {
  expect(meant('7', 4)).toEqual({ value: 7 });
  expect(meant('7', '4')).toEqual({ value: '7' });
  expect(meant('[7, 6]', [5, 5])).toEqual({ value: [7, 6] });
  expect(meant('seven', 4)).toEqual({ error: 'Found “seven”, expected a number.' });
  expect(meant('7, -6', [5, 5])).toEqual({ value: [7, -6] });
  expect(meant('7', [1])).toEqual({ value: [7] });
  expect(meant('7, x', [1])).toEqual({ error: 'Found “7, x”, expected a list such as 1, 2.' });
  expect(meant('west, south', ['north'])).toEqual({ value: ['west', 'south'] });
  expect(meant('06:30, 10:00', ['03:00'])).toEqual({ value: ['06:30', '10:00'] });
  expect(meant('3', null)).toEqual({ value: 3 });
  expect([shown('x'), shown(3), shown([1, 2]), shown(['a b', 'c']), shown(null)]).toEqual(['x', '3', '1, 2', 'a b, c', '']);
  expect([shown([]), shown(['a, b']), shown([[1, 2]]), shown([true])]).toEqual(['[]', '["a, b"]', '[[1,2]]', '[true]']);
});

it('sums and means show a slip', () => {
  expect(total([1, 'x', 3, null, 8])).toEqual({ count: 3, sum: 12, mean: 4 });
  expect(total(['x'])).toBeNull();
});

it('a table that stands in one value is taken apart and put together again', () => {
  const lists = [
    ['A1', 'D1'],
    ['A2', 3],
  ];
  const found = grid(lists)!;
  expect(found.cells).toEqual([
    ['A1', 'D1'],
    ['A2', '3'],
  ]);
  expect(found.value(found.cells)).toEqual(lists);
  expect(found.value([['A1', 'D2'], ['A2', '4']])).toEqual([['A1', 'D2'], ['A2', 4]]);
  const lines = ['1  1  2', 'EN EN 1'];
  expect(grid(lines)!.cells).toEqual([
    ['1', '1', '2'],
    ['EN', 'EN', '1'],
  ]);
  expect(grid(lines)!.value(grid(lines)!.cells), 'with the blanks between').toEqual(lines);
  for (const other of [[1, 2], ['one', 'two words'], 'x', 3, [], [['a']], [{ rolls: [2] }, { rolls: [3] }]]) expect(grid(other)).toBeNull();
});

it('a table finds the lines of the chart on which it is printed', () => {
  const lines = [['x', 'y'], ['A1', 'D1'], ['A2', '3']].map((cells) => ({ cells: cells.map((code) => ({ code })) }));
  expect(printedAt([['A1', 'D1'], ['A2', '3']], lines)).toBe(1);
  expect(printedAt([['A1', 'D1'], ['A2', '4']], lines)).toBe(-1);
});
