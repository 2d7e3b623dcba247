// The same said of several counters, one after the other: all of a stack that advance, or all that go for what they were dragged onto.

import type { Choice } from '../lib/wire';
import { verbOf, wanted } from './orders';

/** The options by which all of these counters can do the same: one for each that can, alike in all but the counter. None where what is
 * said of one need not be asked again of the others. */
export function alike(choices: Choice[], pieces: readonly string[]): Choice[] {
  const main = wanted(choices);
  if (!main.some(({ piece, hex }) => piece === undefined && hex === undefined)) return [];
  const own = pieces.flatMap((id) => {
    const [only, ...others] = main.filter(({ piece }) => piece === id);
    return only && others.length === 0 && !only.rolls && (only.role === undefined || only.role === 'join') ? [only] : [];
  });
  const [first] = own;
  return first && own.every((one) => verbOf(one) === verbOf(first) && one.hex === first.hex) ? own : [];
}

export class Parade {
  readonly #verb: string | null;
  readonly #hex: string | undefined;
  #left: string[];

  /** Who follows, and with what: as the first did, or by joining an attack. */
  constructor(followers: readonly string[], first: Choice | null) {
    this.#left = [...followers];
    this.#verb = first && verbOf(first);
    this.#hex = first?.hex;
  }

  /** What the next of them does; null where the parade has come to its end. Who cannot do it is passed over. */
  next(choices: Choice[]): Choice | null {
    while (this.#left.length > 0) {
      const id = this.#left.shift()!;
      const own = choices.filter((one) => one.piece === id && !one.rolls && this.#fits(one));
      if (own.length === 1) return own[0]!;
    }
    return null;
  }

  #fits(one: Choice): boolean {
    return this.#verb === null ? one.role === 'join' && one.hex === undefined : verbOf(one) === this.#verb && one.hex === this.#hex;
  }
}
