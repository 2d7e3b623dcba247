// What happened, shown one thing after the other, so that a computer's turn can be followed.

export type Speed = 'instant' | 'fast' | 'normal' | 'slow';

const pauses: Record<Speed, number> = { instant: 0, fast: 260, normal: 650, slow: 1300 };
/** However much happened, watching it takes about this many pauses at most. */
const patience = 20;

/** How long one thing is shown when so many wait behind it. */
export function pause(speed: Speed, waiting: number): number {
  return pauses[speed] * Math.min(1, patience / Math.max(waiting, 1));
}

export class Queue<T> {
  readonly #show: (item: T) => void;
  readonly #pause: (waiting: number) => number;
  readonly #changed: (length: number) => void;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(show: (item: T) => void, pause: (waiting: number) => number, changed: (length: number) => void) {
    this.#show = show;
    this.#pause = pause;
    this.#changed = changed;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Shows it at once where nothing is being shown, else after what came before. */
  push(item: T): void {
    this.#items.push(item);
    if (this.#timer === null) this.#next();
    else this.#changed(this.length);
  }

  /** Shows all that waits, now. */
  flush(): void {
    this.#stop();
    for (const item of this.#items.splice(0)) this.#show(item);
    this.#changed(0);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#stop();
    this.#items = [];
    this.#changed(0);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = null;
    const item = this.#items.shift();
    if (item === undefined) return;
    this.#show(item);
    this.#changed(this.length);
    const wait = this.#pause(this.length);
    if (wait <= 0) this.#next();
    else this.#timer = setTimeout(() => this.#next(), wait);
  }
}
