// What happened, shown one thing after the other: a film that can be stopped, stepped and seen once more.

export type Speed = 'instant' | 'fast' | 'normal' | 'slow';

/** How long a beat is, in milliseconds. */
const beats: Record<Speed, number> = { instant: 0, fast: 260, normal: 650, slow: 1300 };

/** How long one beat lasts at a speed. */
export function beat(speed: Speed): number {
  return beats[speed];
}

export class Film<T> {
  readonly #show: (frame: T) => void;
  readonly #hold: (frame: T, rest: readonly T[]) => number;
  readonly #joined: (frame: T, rest: readonly T[]) => boolean;
  readonly #changed: (waiting: number) => void;
  #frames: T[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #playing = true;

  /**
   * `hold` says how long a frame is looked at before the rest goes on, `joined` whether its scene goes on then, and
   * `changed` is told how many wait whenever that changes.
   */
  constructor(
    show: (frame: T) => void,
    hold: (frame: T, rest: readonly T[]) => number,
    joined: (frame: T, rest: readonly T[]) => boolean,
    changed: (waiting: number) => void,
  ) {
    this.#show = show;
    this.#hold = hold;
    this.#joined = joined;
    this.#changed = changed;
  }

  get length(): number {
    return this.#frames.length;
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Shows it at once where nothing is being shown, else after what came before. */
  push(...frames: T[]): void {
    this.#frames.push(...frames);
    if (this.#playing && this.#timer === null) this.#next();
    else this.#changed(this.length);
  }

  /** Puts what waits into another order. */
  arrange(order: (waiting: readonly T[]) => T[]): void {
    this.#frames = order(this.#frames);
  }

  /** Stops where it is. */
  pause(): void {
    this.#stop();
    this.#playing = false;
    this.#changed(this.length);
  }

  /** Goes on. */
  play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#next();
  }

  /** Shows the next scene and stops. */
  step(): void {
    this.#stop();
    this.#playing = false;
    for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift()) {
      this.#show(frame);
      if (this.#hold(frame, this.#frames) > 0 && !this.#joined(frame, this.#frames)) break;
    }
    this.#changed(this.length);
  }

  /** Shows all that waits, now; what comes later is played again. */
  flush(): void {
    this.#stop();
    this.#playing = true;
    for (const frame of this.#frames.splice(0)) this.#show(frame);
    this.#changed(0);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#stop();
    this.#playing = true;
    this.#frames = [];
    this.#changed(0);
  }

  /** Plays these from the first on, and then what waited already. */
  rewind(frames: T[]): void {
    this.#stop();
    this.#frames = [...frames, ...this.#frames];
    this.#playing = true;
    this.#next();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#timer = null;
    for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift()) {
      this.#show(frame);
      const wait = this.#hold(frame, this.#frames);
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
        break;
      }
    }
    this.#changed(this.length);
  }
}
