// A press is an answer only to a question that the player can have seen.

import type { Step } from '../lib/wire';

/** For so long after a question came that nobody here has asked for, a press does nothing: it was meant for what was before. */
export const moment = 400;

/** Whether what is asked after a step is news: another did it, it ended a phase, or dice have fallen, and nobody can have known
 * what would be asked then. What follows otherwise in the same phase is the next half of what the player is doing. */
export function isNews({ side, change, events }: Pick<Step, 'side' | 'change' | 'events'>, yours: string[]): boolean {
  const rolled = events.some(({ rolls }) => (rolls?.length ?? 0) > 0);
  return !yours.includes(side) || change.phase !== undefined || change.turn !== undefined || rolled;
}

/** Lets presses through again a moment after the last news. */
export class Guard {
  readonly #changed: (armed: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: (armed: boolean) => void) {
    this.#changed = changed;
  }

  /** There is a new question. */
  news(): void {
    clearTimeout(this.#timer);
    this.#changed(false);
    this.#timer = setTimeout(() => this.#changed(true), moment);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
