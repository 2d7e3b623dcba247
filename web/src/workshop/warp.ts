// A picture of a map laid onto the grid by three or four points: arithmetic only.

import type { Point } from '../board/hexes';

/** Three points settle how a picture is turned, stretched and moved; four also how it was photographed askew. */
export interface Pin {
  /** On the picture. */
  from: Point;
  /** On the board. */
  to: Point;
}

/** From a point of the board to one of the picture: (ax + by + c) / (gx + hy + 1), (dx + ey + f) / (gx + hy + 1). */
export type Warp = readonly [number, number, number, number, number, number, number, number];

/** The way back from the board to the picture; null where the points lie on one line. */
export function warpOf(pins: readonly Pin[]): Warp | null {
  if (pins.length < 3) return null;
  const four = pins.slice(0, 4);
  const rows: number[][] = [];
  for (const { from, to } of four) {
    const askew = four.length === 4;
    rows.push([to.x, to.y, 1, 0, 0, 0, ...(askew ? [-to.x * from.x, -to.y * from.x] : []), from.x]);
    rows.push([0, 0, 0, to.x, to.y, 1, ...(askew ? [-to.x * from.y, -to.y * from.y] : []), from.y]);
  }
  const found = solve(rows);
  return found && ([...found, 0, 0].slice(0, 8) as unknown as Warp);
}

/** Where a point of the board is on the picture. */
export function onPicture([a, b, c, d, e, f, g, h]: Warp, { x, y }: Point): Point {
  const depth = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}

/** Gauss's elimination, with the largest number in each column first. */
function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  const grid = rows.map((row) => [...row]);
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(grid[row]![column]!) > Math.abs(grid[best]![column]!)) best = row;
    }
    [grid[column], grid[best]] = [grid[best]!, grid[column]!];
    const pivot = grid[column]![column]!;
    if (Math.abs(pivot) < 1e-9) return null;
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = grid[row]![column]! / pivot;
      for (let at = column; at <= size; at += 1) grid[row]![at]! -= factor * grid[column]![at]!;
    }
  }
  return grid.map((row, at) => row[size]! / row[at]!);
}

/** The picture as it lies on a board of this size. */
export function warped(picture: ImageData, warp: Warp, width: number, height: number): ImageData {
  const out = new ImageData(width, height);
  const from = new Uint32Array(picture.data.buffer);
  const to = new Uint32Array(out.data.buffer);
  const [a, b, c, d, e, f, g, h] = warp;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const depth = g * x + h * y + 1;
      const column = Math.round((a * x + b * y + c) / depth);
      const row = Math.round((d * x + e * y + f) / depth);
      const inside = column >= 0 && row >= 0 && column < picture.width && row < picture.height;
      if (inside) to[y * width + x] = from[row * picture.width + column]!;
    }
  }
  return out;
}
