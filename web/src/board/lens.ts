// The camera and what follows it on the page: the sheet with the board, and whatever is pinned to a place of it.

import { Camera } from './camera';
import type { Point } from './hexes';

export class Lens {
  readonly camera = new Camera(() => this.#follow());
  readonly #drawn: (zoom: number) => void;
  readonly #watchers = new Set<() => void>();
  #sheet: HTMLElement | null = null;
  /** The zoom at which the sheet is laid out; while zooming it is only scaled, afterwards drawn anew, crisp. */
  #drawnAt = 0;
  /** How long the zoom must rest before that, in milliseconds. */
  #rest = 240;
  #redraw: ReturnType<typeof setTimeout> | undefined;

  /** `drawn` is told the zoom at which the sheet was laid out. */
  constructor(drawn: (zoom: number) => void) {
    this.#drawn = drawn;
  }

  /** Whether the board has been shown yet. */
  get ready(): boolean {
    return this.#drawnAt > 0;
  }

  /** Moves this element from now on, until the returned function is called. */
  hold(sheet: HTMLElement): () => void {
    this.#sheet = sheet;
    return () => {
      clearTimeout(this.#redraw);
      this.#sheet = null;
    };
  }

  /** How much of the window's upper left corner something else lies on. */
  taken = { width: 0, height: 0 };

  /** Calls back now and whenever the camera moved, until the returned function is called. */
  watch(told: () => void): () => void {
    this.#watchers.add(told);
    told();
    return () => this.#watchers.delete(told);
  }

  /** A move of the camera that the eye should be able to follow. */
  glide(move: () => void): void {
    this.#sheet?.classList.add('glide');
    move();
  }

  /** The hand moves the picture: at once, without gliding. */
  grab(): void {
    if (this.#sheet?.classList.contains('glide')) this.#sheet.classList.remove('glide');
  }

  /** Keeps an element at a point of the board, above it where there is room, and inside the window. */
  pin(place: Point, gap: number): (element: HTMLElement) => () => void {
    return (element) => {
      const lay = () => {
        const { x, y } = this.camera.toWindow(place);
        const { offsetWidth: width, offsetHeight: height } = element;
        const { window } = this.camera;
        const distance = gap * this.camera.zoom + 6;
        const above = y - distance - height;
        const top = inside(above >= 4 || y + distance + height > window.height ? above : y + distance, height, window.height);
        const left = inside(x - width / 2, width, window.width);
        const { taken } = this;
        // Beside what lies in the corner, where there is room.
        const beside = left < taken.width && top < taken.height && taken.width + width + 8 < window.width;
        element.style.transform = `translate(${beside ? taken.width + 4 : left}px, ${top}px)`;
      };
      // What has become smaller comes back to its place; what grows would move away from under the pointer.
      let before = 0;
      const resize = new ResizeObserver(() => {
        if (element.offsetHeight < before) lay();
        before = element.offsetHeight;
      });
      resize.observe(element);
      const letGo = this.watch(lay);
      return () => {
        resize.disconnect();
        letGo();
      };
    };
  }

  #follow(): void {
    const { camera } = this;
    if (!this.#sheet) return;
    if (this.#drawnAt === 0) this.#layOut();
    this.#sheet.style.transform = `translate(${camera.left}px, ${camera.top}px) scale(${camera.zoom / this.#drawnAt})`;
    for (const told of this.#watchers) told();
    if (camera.zoom === this.#drawnAt) return;
    clearTimeout(this.#redraw);
    this.#redraw = setTimeout(() => this.#drawAnew(), this.#rest);
  }

  #drawAnew(): void {
    const start = performance.now();
    // Laid out anew it lies where it lay, at another scale: gliding from the old scale would make it collapse.
    this.grab();
    this.#layOut();
    this.#follow();
    // Where drawing takes long, wait longer for the zooming to be over.
    const done = () => (this.#rest = Math.min(Math.max(240, 3 * (performance.now() - start)), 1000));
    requestAnimationFrame(() => requestAnimationFrame(done));
  }

  #layOut(): void {
    if (!this.#sheet) return;
    this.#drawnAt = this.camera.zoom;
    this.#sheet.style.width = `${this.camera.board.width * this.#drawnAt}px`;
    this.#sheet.style.height = `${this.camera.board.height * this.#drawnAt}px`;
    this.#drawn(this.#drawnAt);
  }
}

/** The start of something so long, moved so that it lies within the window. */
function inside(start: number, length: number, window: number): number {
  return Math.min(Math.max(4, start), Math.max(4, window - length - 4));
}
