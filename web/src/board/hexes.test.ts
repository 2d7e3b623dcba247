import { describe, expect, it } from 'vitest';
import type { BoardHex } from '../lib/wire';
import { Camera } from './camera';
import { HexIndex, shaft } from './hexes';

const root3 = Math.sqrt(3);
const size = 10;

/** A field of hexes named `column.row`, the odd columns (or rows) half a hex farther. */
function field(pointy: boolean, columns: number, rows: number): BoardHex[] {
  const hexes: BoardHex[] = [];
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const [x, y] = pointy
        ? [root3 * size * (column + (row % 2) / 2), 1.5 * size * row]
        : [1.5 * size * column, root3 * size * (row + (column % 2) / 2)];
      hexes.push({ id: `${column}.${row}`, x: x + 50, y: y + 50, terrain: 0 });
    }
  }
  return hexes;
}

describe.each([true, false])('hexes, pointy %s', (pointy) => {
  const index = new HexIndex({ size, pointy, hexes: field(pointy, 12, 12) });

  it('finds each hex at its centre and just inside every corner', () => {
    for (const hex of index.byId.values()) {
      expect(index.at(hex)?.id).toBe(hex.id);
      for (const { x, y } of index.corners(0.97)) expect(index.at({ x: hex.x + x, y: hex.y + y })?.id).toBe(hex.id);
    }
  });

  it('finds the nearest hex from however far, and looks no farther than the board', () => {
    for (const [x, y] of [[5000, -300], [-40, 90], [120, 1e6]] as const) {
      const away = (hex: BoardHex) => (hex.x - x) ** 2 + (hex.y - y) ** 2;
      const nearest = Math.min(...[...index.byId.values()].map(away));
      expect(away(index.nearest({ x, y }, 1e9)!)).toBe(nearest);
    }
    expect(index.nearest({ x: 5000, y: -300 }, 3 * size)).toBeNull();
  });

  it('agrees with the nearest centre wherever a hex is', () => {
    for (let x = 40; x < 220; x += 3.7) {
      for (let y = 40; y < 220; y += 3.3) {
        const found = index.at({ x, y });
        if (!found) continue;
        const nearest = [...index.byId.values()].reduce((best, hex) =>
          (hex.x - x) ** 2 + (hex.y - y) ** 2 < (best.x - x) ** 2 + (best.y - y) ** 2 ? hex : best,
        );
        expect(found.id).toBe(nearest.id);
      }
    }
  });

  it('finds nothing off the board', () => {
    expect(index.at({ x: 0, y: 0 })).toBeNull();
    expect(index.at({ x: 50 - (pointy ? root3 / 2 : 1) * size - 1, y: 50 })).toBeNull();
  });

  it('walks to the far edge and back to where it began', () => {
    for (const [there, back] of [
      ['right', 'left'],
      ['down', 'up'],
    ] as const) {
      const start = index.byId.get('4.4')!;
      let here = { hex: start, aim: { x: start.x, y: start.y } };
      const seen = new Set([start.id]);
      for (let steps = 0; steps < 20; steps += 1) {
        const next = index.step(here.hex, here.aim, there);
        if (!next) break;
        here = next;
        expect(seen.has(here.hex.id)).toBe(false);
        seen.add(here.hex.id);
      }
      expect(seen.size).toBe(8);
      for (let steps = 0; steps < 7; steps += 1) here = index.step(here.hex, here.aim, back)!;
      expect(here.hex.id).toBe('4.4');
    }
  });

  it('tells what lies ahead of whatever is put down near an edge', () => {
    const hex = index.byId.get('4.4')!;
    for (const other of index.byId.values()) {
      const [x, y] = [other.x - hex.x, other.y - hex.y];
      if (other === hex || Math.hypot(x, y) > 2 * size) continue;
      expect(index.ahead(hex, { x: hex.x + 0.35 * x, y: hex.y + 0.35 * y })?.id).toBe(other.id);
      expect(index.ahead(hex, { x: hex.x + 0.2 * x, y: hex.y + 0.2 * y }), 'in the middle').toBeNull();
    }
    const corner = index.byId.get('0.0')!;
    expect(index.ahead(corner, { x: corner.x - (pointy ? 0.7 * size : 0), y: corner.y - (pointy ? 0 : 0.7 * size) })).toBeNull();
  });

  it('outlines only what is on the board', () => {
    expect(index.outline(['nowhere'])).toBe('');
    expect(index.outline(['0.0', 'nowhere', '1.1']).match(/M/g)).toHaveLength(2);
  });

  it('puts what lies on a hexside between its hexes', () => {
    const [one, other] = [index.byId.get('2.2')!, index.byId.get('2.3')!];
    expect(index.middle(['2.2', '2.3'])).toEqual({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    expect(index.middle(['nowhere'])).toBeNull();
  });
});

describe('shaft', () => {
  it('ends short of the last point', () => {
    expect(
      shaft(
        [
          { x: 0, y: 0 },
          { x: 10, y: 0 },
        ],
        4,
      ),
    ).toBe('M0 0L6 0');
  });
  it('is nothing for fewer than two points', () => {
    expect(shaft([{ x: 0, y: 0 }], 4)).toBe('');
  });
});

describe('camera', () => {
  const made = () => {
    const camera = new Camera(() => undefined);
    camera.board = { width: 1000, height: 2000 };
    camera.window = { width: 500, height: 400 };
    camera.closest = 4;
    return camera;
  };

  it('keeps the point under the pointer while zooming', () => {
    const camera = made();
    camera.centre({ x: 500, y: 1000 });
    const pointer = { x: 120, y: 300 };
    const before = camera.toBoard(pointer);
    camera.zoomBy(1.7, pointer);
    const after = camera.toBoard(pointer);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('shows the whole board', () => {
    const camera = made();
    camera.fit();
    expect(camera.zoom).toBeCloseTo(0.2);
    expect(camera.toWindow({ x: 0, y: 0 }).y).toBeCloseTo(0);
    expect(camera.toWindow({ x: 1000, y: 2000 }).y).toBeCloseTo(400);
  });

  it('never loses the board', () => {
    const camera = made();
    camera.pan(1e6, -1e6);
    const { x, y } = camera.toWindow({ x: 0, y: 0 });
    expect(x).toBeLessThan(500);
    expect(y + 2000 * camera.zoom).toBeGreaterThan(0);
  });

  it('moves no more than needed to reveal a point', () => {
    const camera = made();
    camera.centre({ x: 500, y: 1000 });
    const { left, top } = camera;
    camera.reveal({ x: 510, y: 1010 }, 50);
    expect([camera.left, camera.top]).toEqual([left, top]);
    camera.reveal({ x: 900, y: 1000 }, 50);
    expect(camera.toWindow({ x: 900, y: 1000 }).x).toBeCloseTo(450);
  });
});
