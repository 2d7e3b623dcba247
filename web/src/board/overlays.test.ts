import { describe, expect, it } from 'vitest';
import { shortcuts } from '../play/keys';
import type { Overlay } from '../lib/wire';
import { inWords, marksAt, overlayKeys, overlayOf, patches } from './overlays';

const overlay: Overlay = {
  kind: 'zones',
  text: 'Zones.',
  clauses: ['4.0a'],
  lines: [],
  hexes: [
    { hex: '0101', side: 'red', shade: 3 },
    { hex: '0102', side: 'blue', shade: 1 },
    { hex: '0101', side: 'blue', shade: 1, why: { label: 'Blue', value: 'from 0102', clauses: [] } },
    { hex: '0103', shade: 2 },
  ],
};

describe('overlays', () => {
  it('have a key each, which nothing else has', () => {
    const keys = Object.values(overlayKeys);
    expect(new Set(keys).size).toBe(keys.length);
    const taken = shortcuts.flatMap(({ key, deed }) => (key === undefined || deed === undefined ? [] : [key]));
    expect(keys.filter((key) => taken.includes(key))).toEqual([]);
    expect(overlayOf('Z')).toBe('zones');
    expect(overlayOf('q')).toBeNull();
  });

  it('are drawn side by side and the faint ones first', () => {
    expect(patches(overlay, ['blue', 'red'])).toEqual([
      { side: 0, shade: 1, hexes: ['0102', '0101'] },
      { side: -1, shade: 2, hexes: ['0103'] },
      { side: 1, shade: 3, hexes: ['0101'] },
    ]);
  });

  it('tell of a hex all that is marked there', () => {
    expect(marksAt(overlay, '0101').map(({ side }) => side)).toEqual(['red', 'blue']);
    expect(marksAt(overlay, null)).toEqual([]);
  });

  it('say a derivation in a line', () => {
    const parts = [{ label: 'G-10', value: '5 of 6 hexes', clauses: [] }];
    expect(inWords({ label: 'Supply', value: 'in supply', clauses: [], parts })).toBe(
      'Supply: in supply (G-10: 5 of 6 hexes)',
    );
  });
});
