// The hand on the board: counters that are carried to where they go or to what they attack, and ways that are drawn.

import type { BoardHex, Piece } from '../lib/wire';
import type { Camera } from './camera';
import type { HexIndex, Point } from './hexes';
import type { Offers } from './offers';
import type { Stack } from './stacks';

/** The counter that is being dragged, or the first of a stack, from where, and where the pointer is. */
export interface Carried {
  piece: Piece;
  count: number;
  from: string;
  at: Point | null;
  /** The same on the screen: it may be carried out of the map. */
  seen?: Point;
  /** Who attacks where they are let go. */
  against?: Piece[];
}

/** What the hand finds on the board, as it is now. */
export interface Reached {
  readonly pane: HTMLElement;
  readonly camera: Camera;
  readonly index: HexIndex;
  readonly offers: Offers;
  stackIn(hex: string): Stack | undefined;
  /** Whether a counter can be led against what can be attacked. */
  assails(piece: Piece): boolean;
  /** Whether a way that is drawn means anything. */
  readonly draws: boolean;
}

/** What the hand does. */
export interface Done {
  /** It begins to carry. */
  lifted(): void;
  over(hex: BoardHex | null): void;
  take(pieces: Piece[], from: string): void;
  assault(pieces: Piece[], from: string, hex: string): void;
  put(hex: string, ahead: string | null): void;
  way(hexes: string[]): void;
  /** Beside the map, over a button or nothing; `put`: and let go there. */
  beside(action: string | null, put: boolean): void;
}

/** How far a counter of a spread stack is pulled before it is carried, in pixels. */
const pulled = 6;

export class Hand {
  carried: Carried | null = $state.raw(null);
  /** The hexes of a way that is being drawn. */
  #drawn: string[] = $state.raw([]);
  #pen: Point = { x: 0, y: 0 };
  readonly #board: Reached;
  readonly #done: Done;

  readonly drawing: BoardHex[] = $derived.by(() =>
    this.#drawn.map((id) => this.#board.index.byId.get(id)).filter((hex) => hex !== undefined),
  );
  /** Where the counter in hand would be put down, and what it would face there. */
  readonly landing: { hex: BoardHex; ahead: BoardHex | null } | null = $derived.by(() => {
    if (!this.carried?.at || !this.isInside(this.carried.at)) return null;
    const { camera, index } = this.#board;
    const at = camera.toBoard(this.carried.at);
    const hex = index.at(at);
    return hex && { hex, ahead: this.carried.against || this.carried.piece.facing === undefined ? null : index.ahead(hex, at) };
  });

  constructor(board: Reached, done: Done) {
    this.#board = board;
    this.#done = done;
  }

  /** Whether a place of the window lies on the map. */
  isInside({ x, y }: Point): boolean {
    const { width, height } = this.#board.camera.window;
    return x >= 0 && y >= 0 && x <= width && y <= height;
  }

  #hexAt(place: Point): BoardHex | null {
    return this.#board.index.at(this.#board.camera.toBoard(place));
  }

  /** Whether there is something to take up, to lead or to draw from a place; with Shift of the whole stack. */
  grabs(place: Point, all: boolean): boolean {
    const { offers, draws } = this.#board;
    const hex = this.#hexAt(place);
    if (!hex) return false;
    if (all && draws && offers.isOfWay(hex.id)) {
      this.#drawn = [hex.id];
      this.#pen = place;
      return true;
    }
    const stack = offers.isLit(hex.id) ? undefined : this.#board.stackIn(hex.id);
    const attackers = stack?.pieces.filter((piece) => this.#board.assails(piece)) ?? [];
    const together = stack && all ? offers.wholeOf(stack) : [];
    const piece = offers.legalIn(stack).at(-1);
    if (piece) this.#take(together.length > 1 ? together : [piece], hex.id);
    else if (attackers.length > 0) this.#lead(all ? attackers : attackers.slice(-1), hex.id);
    else return false;
    return true;
  }

  /** Counters are led against what can be attacked; nothing is said before they are let go there. */
  #lead(pieces: Piece[], from: string): void {
    this.#done.lifted();
    this.carried = { piece: pieces.at(-1)!, count: pieces.length, from, at: null, against: pieces };
  }

  #take(pieces: Piece[], from: string): void {
    const piece = pieces[0];
    if (!piece) return;
    this.#done.lifted();
    this.carried = { piece, count: pieces.length, from, at: null };
    this.#done.take(pieces, from);
  }

  /** The way goes on to where the mouse is, however fast it came there, or back by the hexes it came from. */
  #draw(to: Point): void {
    const from = this.#pen;
    this.#pen = to;
    const { index, camera } = this.#board;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (0.5 * index.size * camera.zoom));
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      const hex = this.#hexAt({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
      if (!hex || hex.id === this.#drawn.at(-1)) continue;
      this.#drawn = hex.id === this.#drawn.at(-2) ? this.#drawn.slice(0, -1) : [...this.#drawn, hex.id];
    }
  }

  /** The button beside the map that lies at a place of the window. */
  #buttonAt({ x, y }: Point): string | null {
    const { left, top } = this.#board.pane.getBoundingClientRect();
    return document.elementFromPoint(left + x, top + y)?.closest<HTMLElement>('[data-action]')?.dataset.action ?? null;
  }

  carry(at: Point): void {
    if (this.#drawn.length > 0) this.#draw(at);
    if (!this.carried) return;
    const { left, top } = this.#board.pane.getBoundingClientRect();
    this.carried = { ...this.carried, at, seen: { x: left + at.x, y: top + at.y } };
    this.#done.over(this.isInside(at) ? this.#hexAt(at) : null);
    if (!this.carried.against && !this.isInside(at)) this.#done.beside(this.#buttonAt(at), false);
  }

  drop(at: Point | null): void {
    if (at) this.carry(at);
    if (this.#drawn.length > 0) {
      if (at) this.#done.way(this.#drawn);
      this.#drawn = [];
      return;
    }
    const [put, from, against] = [at ? this.landing : null, this.carried?.from, this.carried?.against];
    this.carried = null;
    if (against && from !== undefined) {
      if (put && this.#board.offers.aims.has(put.hex.id)) this.#done.assault(against, from, put.hex.id);
      return;
    }
    // Who lets go where he began has changed his mind; the counter stays in hand, as after a click.
    if (put && put.hex.id !== from) this.#done.put(put.hex.id, put.ahead?.id ?? null);
    else if (at && !this.isInside(at)) this.#done.beside(this.#buttonAt(at), true);
  }

  /** A counter in the fan is pressed, or all of them together: they may be dragged from there. */
  pull(pieces: Piece[], hex: string, pressed: PointerEvent): void {
    const free = pieces.every((piece) => this.#board.offers.isLegal(piece));
    const attack = !free && pieces.every((piece) => this.#board.assails(piece));
    if (pressed.pointerType !== 'mouse' || pressed.button !== 0 || !(attack || free)) return;
    const frame = this.#board.pane.getBoundingClientRect();
    const at = (event: PointerEvent) => ({ x: event.clientX - frame.left, y: event.clientY - frame.top });
    const move = (event: PointerEvent) => {
      const far = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > pulled;
      if (!this.carried && far) {
        if (attack) this.#lead(pieces, hex);
        else this.#take(pieces, hex);
      }
      this.carry(at(event));
    };
    const lift = (event: PointerEvent) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', lift);
      window.removeEventListener('pointercancel', lift);
      if (this.carried) this.drop(event.type === 'pointerup' ? at(event) : null);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', lift);
    window.addEventListener('pointercancel', lift);
  }
}
