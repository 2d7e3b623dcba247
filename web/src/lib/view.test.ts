import { describe, expect, it } from 'vitest';
import { apply } from './view';
import type { Piece, View } from './wire';

const piece = (id: string, hex: string): Piece => ({
  id,
  side: 'a',
  kind: 'infantry',
  values: [],
  hexes: [hex],
  steps: 1,
});
const view = (): View => ({
  turn: 1,
  phase: { id: 'I', title: 'First' },
  to_choose: 'a',
  pieces: [piece('p', '1'), piece('q', '2'), piece('r', '3')],
  markers: [],
  boxes: [],
  tracks: [{ id: 't', title: 'Turn', spaces: ['1', '2'], at: 0 }],
  facts: [], calendar: [],
});

describe('apply', () => {
  it('leaves what is absent as it was, the same objects', () => {
    const before = view();
    const after = apply(before, { turn: 2 });
    expect(after.turn).toBe(2);
    expect(after.pieces).toBe(before.pieces);
    expect(after.phase).toBe(before.phase);
    expect(before.turn).toBe(1);
  });

  it('builds a list of runs of the old one and new entries', () => {
    const before = view();
    const moved = piece('q', '9');
    const after = apply(before, { pieces: [[0, 1], [2, 3], moved] });
    expect(after.pieces).toEqual([before.pieces[0], before.pieces[2], moved]);
    expect(after.pieces[0]).toBe(before.pieces[0]);
    expect(before.pieces).toHaveLength(3);
  });

  it('empties a list', () => {
    expect(apply(view(), { tracks: [] }).tracks).toEqual([]);
  });

  it('sets to_choose to nobody', () => {
    expect(apply(view(), { to_choose: null }).to_choose).toBeNull();
  });

  it('brings a result and takes it away', () => {
    const result = { winner: 'a', clause: '1', text: 'A wins.' };
    const over = apply(view(), { result });
    expect(over.result).toEqual(result);
    const again = apply(over, { result: null });
    expect('result' in again).toBe(false);
    expect(over.result).toEqual(result);
  });
});
