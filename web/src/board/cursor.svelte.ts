// Which hex is meant: the one under the mouse, or the one that the keyboard's cursor is on.

import type { BoardHex } from '../lib/wire';
import type { Camera } from './camera';
import type { Direction, HexIndex, Point } from './hexes';

export class Cursor {
  /** The hex under the mouse. */
  hover: BoardHex | null = $state(null);
  /** The hex of the keyboard's cursor. */
  hex: BoardHex | null = $state(null);
  /** Whether the keyboard is used here. */
  focused = $state(false);
  /** Where the cursor would be if it did not have to rest on hexes. */
  #aim: Point = { x: 0, y: 0 };
  readonly #camera: Camera;
  readonly #index: () => HexIndex;

  /** The hex of which the board tells. */
  readonly shown: BoardHex | null = $derived.by(() => this.hover ?? (this.focused ? this.hex : null));

  constructor(camera: Camera, index: () => HexIndex) {
    this.#camera = camera;
    this.#index = index;
  }

  put(hex: BoardHex): void {
    this.hex = hex;
    this.#aim = hex;
  }

  /** One hex on; from nowhere to the first of those that are offered, or to the middle of the window. False where the board ends. */
  step(direction: Direction, offered: readonly string[]): boolean {
    this.hover = null;
    const index = this.#index();
    if (!this.hex) {
      const { width, height } = this.#camera.window;
      const first = index.byId.get(offered[0] ?? '') ?? index.nearest(this.#camera.toBoard({ x: width / 2, y: height / 2 }), 1e9);
      if (first) this.put(first);
      return true;
    }
    const next = index.step(this.hex, this.#aim, direction);
    if (!next) return false;
    this.hex = next.hex;
    this.#aim = next.aim;
    return true;
  }

  /** The hex after the cursor's among these, or before it. */
  next(by: 1 | -1, offered: readonly string[]): string | undefined {
    const at = offered.indexOf(this.hex?.id ?? '');
    return offered[(at < 0 ? (by === 1 ? 0 : -1) : at + by + offered.length) % offered.length] ?? offered.at(-1);
  }
}
