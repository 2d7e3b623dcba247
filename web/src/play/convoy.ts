// A whole stack on the march, where the rules move its counters one by one: the others follow the first to the same hex.

import type { Choice } from '../lib/wire';

/** What comes next: an option to be taken, or a counter to be put down again that cannot follow. */
export type Next = Choice | 'back';

export class Convoy {
  /** Who still follows, the next one first. */
  readonly #followers: string[];
  #hex: string | null = null;
  /** Whether the next follower is in hand. */
  #inHand = false;

  constructor(followers: string[]) {
    this.#followers = [...followers];
  }

  /** The first counter goes: the others follow to its hex, if it goes to one. */
  goes(choice: Choice): void {
    if (this.#hex === null && choice.role === undefined) this.#hex = choice.hex ?? null;
  }

  /** Whether the others follow already. */
  get under(): boolean {
    return this.#hex !== null;
  }

  /** What comes next on the way; null where the convoy has come to its end. */
  next(choices: Choice[]): Next | null {
    const follower = this.#followers[0];
    if (this.#hex === null || follower === undefined) return null;
    if (!this.#inHand) {
      const lead = choices.find(({ role, piece }) => role === 'lead' && piece === follower);
      this.#inHand = lead !== undefined;
      return lead ?? null;
    }
    this.#inHand = false;
    this.#followers.shift();
    const there = choices.filter(({ hex, role, rolls }) => hex === this.#hex && role !== 'aside' && !rolls);
    if (there.length === 1) return there[0]!;
    this.#followers.length = 0;
    return 'back';
  }
}
