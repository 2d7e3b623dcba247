// Where hexes lie: which one is at a point, which one is next, what outline they have. Arithmetic only.

import type { Board, BoardHex } from '../lib/wire';

export interface Point {
  x: number;
  y: number;
}
export type Direction = 'up' | 'down' | 'left' | 'right';

const root3 = Math.sqrt(3);

/** The hexes of a board in cells as wide as a hex, so that the nearest centre is found among a few. */
export class HexIndex {
  readonly byId: Map<string, BoardHex>;
  readonly size: number;
  readonly #pointy: boolean;
  readonly #cells = new Map<string, BoardHex[]>();
  /** The cells between which all hexes lie. */
  readonly #columns: [number, number];
  readonly #rows: [number, number];

  constructor(board: Pick<Board, 'size' | 'pointy' | 'hexes'>) {
    this.size = board.size;
    this.#pointy = board.pointy;
    this.byId = new Map(board.hexes.map((hex) => [hex.id, hex]));
    for (const hex of board.hexes) {
      const key = this.#key(this.#cell(hex.x), this.#cell(hex.y));
      const cell = this.#cells.get(key);
      if (cell) cell.push(hex);
      else this.#cells.set(key, [hex]);
    }
    const span = (cells: number[]): [number, number] => [Math.min(...cells), Math.max(...cells)];
    this.#columns = span(board.hexes.map(({ x }) => this.#cell(x)));
    this.#rows = span(board.hexes.map(({ y }) => this.#cell(y)));
  }

  #cell(along: number): number {
    return Math.floor(along / (2 * this.size));
  }

  #key(column: number, row: number): string {
    return `${column},${row}`;
  }

  /** The nearest hex whose centre is at most `within` away. */
  nearest(at: Point, within: number, except?: string): BoardHex | null {
    let found: BoardHex | null = null;
    let best = within ** 2;
    const reach = Math.max(1, Math.ceil(within / (2 * this.size)));
    // However far that is, nothing lies beyond the board.
    const near = (cell: number, [first, last]: [number, number]) => [Math.max(cell - reach, first), Math.min(cell + reach, last)] as const;
    const [left, right] = near(this.#cell(at.x), this.#columns);
    const [top, bottom] = near(this.#cell(at.y), this.#rows);
    for (let column = left; column <= right; column += 1) {
      for (let row = top; row <= bottom; row += 1) {
        for (const hex of this.#cells.get(this.#key(column, row)) ?? []) {
          const distance = (hex.x - at.x) ** 2 + (hex.y - at.y) ** 2;
          if (distance <= best && hex.id !== except) {
            best = distance;
            found = hex;
          }
        }
      }
    }
    return found;
  }

  /** The hex under a point: the nearest centre, if the point is inside its outline. */
  at(point: Point): BoardHex | null {
    const hex = this.nearest(point, this.size);
    return hex && this.#inside(hex, point) ? hex : null;
  }

  #inside(hex: BoardHex, point: Point): boolean {
    const across = Math.abs(this.#pointy ? point.y - hex.y : point.x - hex.x);
    const along = Math.abs(this.#pointy ? point.x - hex.x : point.y - hex.y);
    return along <= (this.size * root3) / 2 && across <= this.size - along / root3;
  }

  /**
   * The hex that a step of the cursor leads to. `aim` is where the cursor would be if it did not have to rest on
   * hexes, so that a walk along a staggered row comes back to the height where it began.
   */
  step(from: BoardHex, aim: Point, direction: Direction): { hex: BoardHex; aim: Point } | null {
    const level = direction === 'left' || direction === 'right';
    const length = level === this.#pointy ? root3 * this.size : 1.5 * this.size;
    const sign = direction === 'left' || direction === 'up' ? -1 : 1;
    const target = level ? { x: from.x + sign * length, y: aim.y } : { x: aim.x, y: from.y + sign * length };
    const hex = this.nearest(target, 1.05 * this.size, from.id);
    if (!hex || (level ? hex.x - from.x : hex.y - from.y) * sign <= 0) return null;
    return { hex, aim: level ? { x: hex.x, y: aim.y } : { x: aim.x, y: hex.y } };
  }

  /** The hex beside another toward which a point lies; null near the middle, and at the board's edge. */
  ahead(hex: BoardHex, at: Point): BoardHex | null {
    const [x, y] = [at.x - hex.x, at.y - hex.y];
    const away = Math.hypot(x, y);
    if (away < 0.45 * this.size) return null;
    const step = (root3 * this.size) / away;
    return this.nearest({ x: hex.x + x * step, y: hex.y + y * step }, 0.95 * this.size, hex.id);
  }

  /** The corners around (0, 0), `share` of the way from the centre. */
  corners(share = 1): Point[] {
    const first = this.#pointy ? 30 : 0;
    return Array.from({ length: 6 }, (_, corner) => {
      const angle = ((first + 60 * corner) * Math.PI) / 180;
      return { x: this.size * share * Math.cos(angle), y: this.size * share * Math.sin(angle) };
    });
  }

  /** One path with the outlines of hexes; ids that are not on the board are left out. */
  outline(ids: Iterable<string>, share = 1): string {
    const corners = this.corners(share);
    let path = '';
    for (const id of ids) {
      const hex = this.byId.get(id);
      if (!hex) continue;
      path += `M${corners.map(({ x, y }) => `${(hex.x + x).toFixed(1)} ${(hex.y + y).toFixed(1)}`).join('L')}Z`;
    }
    return path;
  }

  /** The middle of the hexes something lies in; null where none is on the board. */
  middle(ids: string[]): Point | null {
    const hexes = ids.map((id) => this.byId.get(id)).filter((hex) => hex !== undefined);
    if (hexes.length === 0) return null;
    const sum = hexes.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
    return { x: sum.x / hexes.length, y: sum.y / hexes.length };
  }
}

/** An arrow's shaft through points, with rounded bends, ending short of the last. */
export function shaft(points: Point[], short: number): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const before = rest.at(-2) ?? first;
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const share = Math.max(0, 1 - short / length);
  const end = { x: before.x + (last.x - before.x) * share, y: before.y + (last.y - before.y) * share };
  let path = `M${first.x} ${first.y}`;
  for (let bend = 0; bend < rest.length - 1; bend += 1) {
    const here = rest[bend]!;
    const next = bend === rest.length - 2 ? end : rest[bend + 1]!;
    path += `Q${here.x} ${here.y} ${(here.x + next.x) / 2} ${(here.y + next.y) / 2}`;
  }
  return `${path}L${end.x} ${end.y}`;
}
