import { expect, it } from 'vitest';
import type { MapSheet } from '../lib/wire';
import { copied, ground, Looked, member, opposite, side } from './painting';

const sheet: MapSheet = {
  file: 'map.toml',
  terrains: [
    { id: 'clear', title: 'Clear' },
    { id: 'woods', title: 'Woods' },
  ],
  features: [{ id: 'river', title: 'River' }],
  hexes: [
    { id: '0101', x: 0, y: 0, terrain: 1 },
    { id: '0102', x: 0, y: 50, terrain: 0 },
    { id: '0201', x: 43, y: 25, terrain: 0 },
    { id: '0202', x: 43, y: 75, terrain: 0 },
  ],
  sides: [{ hexes: ['0102', '0101'], features: [0] }],
  regions: [{ id: 'entry', hexes: ['0101'] }],
  places: [],
};
const shipped = new Looked(sheet);

it('ground that is as shipped is no change', () => {
  expect(ground(shipped, ['0101', '0102'], 'woods', 'history x')).toEqual({
    'ground map.toml 0101': null,
    'ground map.toml 0102': { value: 'woods', source: 'history x' },
  });
});

it('a hexside is known from both of its hexes', () => {
  expect(shipped.has('river', '0101', '0102') && shipped.has('river', '0102', '0101')).toBe(true);
  const key = 'hexside map.toml river 0101/0102';
  expect(side(shipped, 'river', '0102', '0101', false, 's')).toEqual({ [key]: { value: false, source: 's' } });
  expect(side(shipped, 'river', '0102', '0101', true, 's')).toEqual({ [key]: null });
});

it('hexes come to a region and leave it', () => {
  expect(member(shipped, 'entry', '0101', true, 's')).toEqual({ 'region map.toml entry 0101': null });
  expect(member(shipped, 'entry', '0102', true, 's')).toEqual({
    'region map.toml entry 0102': { value: true, source: 's' },
  });
});

it('an area is copied as far as the board goes', () => {
  expect(copied(shipped, shipped, ['0101', '0201'], '0101', '0202', 's')).toEqual({
    'ground map.toml 0202': { value: 'woods', source: 's' },
  });
});

it('a symmetric brush finds the hex opposite', () => {
  const find = (id: string, mirror: 'none' | 'across' | 'down' | 'turned') => opposite(sheet.hexes, id, mirror, 29);
  expect(find('0101', 'none')).toBeNull();
  // The map reaches from 0 to 43 and from 0 to 75.
  expect(find('0101', 'turned')).toBe('0202');
  expect(find('0102', 'turned')).toBe('0201');
  // Opposite of 0101, at 43 and 0, lies no middle of a hex: 0201 is nearest.
  expect(find('0101', 'across')).toBe('0201');
  expect(find('0102', 'down')).toBe('0101');
});
