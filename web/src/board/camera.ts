// Which part of the board is in the window. Plain numbers without reactivity: panning moves a style, nothing else.

import type { Point } from './hexes';

export interface Extent {
  width: number;
  height: number;
}

/** A point (x, y) of the board is at (left + x * zoom, top + y * zoom) of the window. */
export class Camera {
  left = 0;
  top = 0;
  zoom = 1;
  board: Extent = { width: 1, height: 1 };
  window: Extent = { width: 1, height: 1 };
  /** What is in view at most: a hex's size in the window's pixels. */
  closest = 8;
  readonly #told: () => void;

  constructor(told: () => void) {
    this.#told = told;
  }

  /** The zoom that shows the whole board. */
  get whole(): number {
    return Math.min(this.window.width / this.board.width, this.window.height / this.board.height);
  }

  /** Moves the picture by pixels of the window. */
  pan(dx: number, dy: number): void {
    this.left += dx;
    this.top += dy;
    this.#settle();
  }

  /** Zooms by a factor, keeping the point of the window where it is. */
  zoomBy(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    const zoom = Math.min(this.closest, Math.max(this.whole * 0.9, this.zoom * factor));
    const ratio = zoom / this.zoom;
    this.left = at.x - (at.x - this.left) * ratio;
    this.top = at.y - (at.y - this.top) * ratio;
    this.zoom = zoom;
    this.#settle();
  }

  /** Shows a part of the board as large as it goes, at most at `most`. */
  show(from: Point, to: Point, margin: number, most = this.closest): void {
    const width = to.x - from.x + 2 * margin;
    const height = to.y - from.y + 2 * margin;
    const zoom = Math.min(this.window.width / width, this.window.height / height, most);
    this.zoom = Math.max(zoom, this.whole);
    this.centre({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  }

  /** The whole board. */
  fit(): void {
    this.show({ x: 0, y: 0 }, { x: this.board.width, y: this.board.height }, 0);
  }

  /** Brings a point of the board into the middle. */
  centre(point: Point): void {
    this.left = this.window.width / 2 - point.x * this.zoom;
    this.top = this.window.height / 2 - point.y * this.zoom;
    this.#settle();
  }

  /** Brings a point into view, moving no more than needed. */
  reveal(point: Point, margin: number): void {
    const at = this.toWindow(point);
    const inset = Math.min(margin, this.window.width / 3, this.window.height / 3);
    const dx = Math.max(0, inset - at.x) - Math.max(0, at.x - this.window.width + inset);
    const dy = Math.max(0, inset - at.y) - Math.max(0, at.y - this.window.height + inset);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  /** Whether a point is in the window, and so far from its edge. */
  sees(point: Point, margin: number): boolean {
    const { x, y } = this.toWindow(point);
    return x > margin && y > margin && x < this.window.width - margin && y < this.window.height - margin;
  }

  toWindow({ x, y }: Point): Point {
    return { x: this.left + x * this.zoom, y: this.top + y * this.zoom };
  }

  toBoard({ x, y }: Point): Point {
    return { x: (x - this.left) / this.zoom, y: (y - this.top) / this.zoom };
  }

  /** Keeps the board on the table: in the middle where it is smaller than the window, else no wide gap at an edge. */
  #settle(): void {
    this.left = within(this.left, this.board.width * this.zoom, this.window.width);
    this.top = within(this.top, this.board.height * this.zoom, this.window.height);
    this.#told();
  }
}

function within(start: number, board: number, window: number): number {
  const gap = window * 0.25;
  if (board <= window - gap) return Math.min(Math.max(start, -gap / 2), window - board + gap / 2);
  return Math.min(gap, Math.max(window - board - gap, start));
}
