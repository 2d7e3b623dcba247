// Where the camera looks: at what can be done, at what is pointed at, and below what lies over the map.

import type { BoardHex } from '../lib/wire';
import type { HexIndex } from './hexes';
import type { Lens } from './lens';

export class Sight {
  readonly #lens: Lens;
  readonly #index: () => HexIndex;

  constructor(lens: Lens, index: () => HexIndex) {
    this.#lens = lens;
    this.#index = index;
  }

  #hexes(ids: readonly string[]): BoardHex[] {
    return ids.map((id) => this.#index().byId.get(id)).filter((hex) => hex !== undefined);
  }

  /** Shows these hexes, or all where there are none, large enough to be read. */
  home(ids: readonly string[]): void {
    const index = this.#index();
    const { camera } = this.#lens;
    const hexes = this.#hexes(ids);
    const all = hexes.length > 0 ? hexes : [...index.byId.values()];
    const from = { x: Math.min(...all.map(({ x }) => x)), y: Math.min(...all.map(({ y }) => y)) };
    const to = { x: Math.max(...all.map(({ x }) => x)), y: Math.max(...all.map(({ y }) => y)) };
    const readable = 26 / index.size;
    this.#uncovered(() => {
      camera.show(from, to, 3 * index.size, 1.6 * readable);
      if (camera.zoom >= readable) return;
      // Too much for one window: the middle of it all, where something is.
      camera.zoomBy(readable / camera.zoom);
      const middle = index.middle(all.map(({ id }) => id))!;
      const away = (hex: BoardHex) => Math.hypot(hex.x - middle.x, hex.y - middle.y);
      camera.centre(all.reduce((best, hex) => (away(hex) < away(best) ? hex : best)));
    });
  }

  /** Looks for something below what lies over the whole breadth of the map, such as the coach on a phone. */
  #uncovered(look: () => void): void {
    const { camera, taken } = this.#lens;
    const { width, height } = camera.window;
    const lid = taken.width > 0.7 * width ? Math.min(taken.height + 10, height / 2) : 0;
    camera.window = { width, height: height - lid };
    look();
    camera.window = { width, height };
    if (lid > 0) camera.pan(0, lid);
  }

  /** Brings one of the places into view, unless one is. */
  reveal(ids: readonly string[]): void {
    const { camera, ready } = this.#lens;
    const hexes = this.#hexes(ids);
    const last = hexes.at(-1);
    // Where the whole board is in sight nothing needs to move, be it at the edge.
    const edge = Math.min(40, 0.5 * this.#index().size * camera.zoom);
    if (!last || !ready || hexes.some((hex) => camera.sees(hex, edge))) return;
    this.#lens.glide(() => camera.reveal(last, 140));
  }
}
