// What is spread out over the map: a stack as a fan, or the card of a counter. Either passes with the mouse, or stays once it was asked for.

import type { Offers } from './offers';
import { isReadable, type Stack } from './stacks';

/** How long the mouse rests before a stack is spread, a card is opened, or what was open is closed, in milliseconds. */
const dwell = { fan: 380, card: 650, gone: 220 };

export class Spread {
  fan: { key: string; pinned: boolean } | null = $state(null);
  card: { key: string; at: number; pinned: boolean } | null = $state(null);
  readonly #stacks: () => Stack[];
  #dwelling: ReturnType<typeof setTimeout> | undefined;
  /** The stack from which a counter was chosen. */
  #chosen: string | null = null;

  readonly fanned: Stack | null = $derived.by(() => this.#stack(this.fan?.key));
  readonly carded: Stack | null = $derived.by(() => this.#stack(this.card?.key));
  /** Whether something was opened on purpose. */
  readonly pinned: boolean = $derived.by(() => this.fan?.pinned === true || this.card?.pinned === true);

  constructor(stacks: () => Stack[]) {
    this.#stacks = stacks;
  }

  #stack(key: string | undefined): Stack | null {
    return this.#stacks().find((stack) => stack.key === key) ?? null;
  }

  /** Nothing is opened or closed that the mouse was resting for. */
  stay(): void {
    clearTimeout(this.#dwelling);
  }

  clear(): void {
    this.stay();
    this.fan = this.card = null;
  }

  /** What passes with the mouse is closed. */
  pass(): void {
    if (this.fan && !this.fan.pinned) this.fan = null;
    if (this.card && !this.card.pinned) this.card = null;
  }

  /** The mouse is over this stack, or none; a card is opened where nothing else has been. */
  hovers(stack: Stack | undefined, carded: () => boolean): void {
    this.stay();
    if (this.card && !this.card.pinned) this.card = null;
    if (this.pinned) return;
    const known = stack && isReadable(stack) ? stack : undefined;
    const spreads = known && (known.pieces.length > 1 || known.count === null);
    this.#dwelling = setTimeout(
      () => {
        this.fan = known && spreads ? { key: known.key, pinned: false } : null;
        if (known && !spreads && carded()) this.card = { key: known.key, at: 0, pinned: false };
      },
      spreads ? dwell.fan : known ? dwell.card : dwell.gone,
    );
  }

  isFanned(stack: Stack): boolean {
    return this.fan?.pinned === true && this.fan.key === stack.key;
  }

  open(stack: Stack): void {
    this.fan = { key: stack.key, pinned: true };
  }

  /** Spreads a stack, or puts it together again. */
  turn(stack: Stack): void {
    if (this.isFanned(stack)) this.fan = null;
    else this.open(stack);
  }

  /** Opens the card of the top counter of a stack, or closes it. */
  look(stack: Stack | undefined): void {
    this.stay();
    const closes = this.card?.pinned && this.card.key === stack?.key;
    this.fan = this.card = null;
    if (stack && !closes) this.show(stack, 0);
  }

  /** Opens the card of a counter of a stack, counted from the top. */
  show(stack: Stack, at: number): void {
    this.fan = null;
    this.card = { key: stack.key, at, pinned: true };
  }

  /** A counter of the spread stack is chosen. */
  chooses(): void {
    this.#chosen = this.fan?.pinned ? this.fan.key : null;
    this.fan = null;
  }

  /** Where what is asked next is about counters of the stack from which one was chosen, too, it is spread again. */
  returns(offers: Offers): void {
    const stack = this.#stack(this.#chosen ?? undefined);
    if (stack && offers.groups.hexes.size === 0 && offers.legalIn(stack).length > 0) this.open(stack);
    this.#chosen = null;
  }

  /** Something else is asked: a card belongs to the old question, and so does a stack that has nothing to do with the new one. */
  asked(offers: Offers): void {
    this.card = null;
    if (this.fan?.pinned && offers.legalIn(this.fanned ?? undefined).length === 0) this.fan = null;
  }
}
