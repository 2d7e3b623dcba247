import { expect, it } from 'vitest';
import type { Sheet } from '../lib/wire';
import { Cells, nameOf, toggled } from './cells';
import type { Project } from './project.svelte';

it('a row is called by what stands in its place', () => {
  expect(['arrival[group=iv-corps]', 'kind[id="a.b"]', 'prize[3]', 'victory.french_major', 'place+1'].map(nameOf)).toEqual([
    'iv-corps', 'a.b', '3', 'french major', 'new',
  ]);
});

it('a hex comes into a list of hexes and goes out of it', () => {
  expect(toggled('1107 1408\n1505', '1505')).toBe('1107 1408');
  expect(toggled('1107 1408\n1505', '0101')).toBe('1107 1408 1505 0101');
  expect(toggled('', '0101')).toBe('0101');
});

it('a cell that is as it was shipped is no change, and an added row changes where it was added', () => {
  const sheet: Sheet = { file: 'a.toml', at: 'unit', columns: ['id', 'men'], rows: [{ at: 'unit[id=one]', cells: ['one', 5] }, { at: 'unit+1', cells: ['two', 3] }] };
  const shipped: Sheet = { ...sheet, rows: [{ at: 'unit[id=one]', cells: ['one', 4] }] };
  const entries: Record<string, unknown> = { 'add a.toml 00000 unit': { value: { id: 'two', men: 3 }, source: 'history x' } };
  const project = { entries, source: 'history x', changed: (key: string) => entries[key] ?? null } as unknown as Project;
  const cells = new Cells(project, sheet, shipped);
  expect(cells.change('unit[id=one]', 'men', '4', 5)).toEqual(['value a.toml unit[id=one].men', null]);
  expect(cells.change('unit[id=one]', 'men', '5', 5)).toBeNull();
  expect(cells.change('unit[id=one]', 'men', 'x', 5)).toEqual({ error: 'Found “x”, expected a number.' });
  expect(cells.change('unit+1', 'men', '9', 3)).toEqual(['add a.toml 00000 unit', { value: { id: 'two', men: 9 }, source: 'history x' }]);
  entries['value a.toml unit[id=one].men'] = { value: 5, source: 'published my copy' };
  expect([cells.told('unit[id=one]', 'men'), cells.told('unit+1', 'id')]).toEqual(['shipped 4; now: my copy', 'added: x']);
  delete entries['value a.toml unit[id=one].men'];
  expect([cells.isChanged('unit+1', 'men'), cells.isChanged('unit[id=one]', 'men')]).toEqual([true, false]);
});
