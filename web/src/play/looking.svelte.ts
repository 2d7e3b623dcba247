// What the player looks at before he chooses: a counter that is selected, an option that is pointed at with its odds, and what was
// opened at a hex.

import { untrack } from 'svelte';
import { grouped, type Choices } from '../board/stacks';
import type { Choice, Forecast, Why } from '../lib/wire';
import { mainOf } from './asking';
import type { MatchTable } from './match.svelte';

/** What lies at a hex: several options, or why there are none. */
export type Opened = { hex: string; choices: Choice[] } | { hex: string; why: Why };

/** How long an option is looked at before its odds are asked for, in milliseconds. */
const dwell = 110;

export class Looking {
  /** The counter whose hexes are lit, where an option names both. */
  selected: string | null = $state(null);
  looked: Choice | null = $state.raw(null);
  /** What is asked once more before it is done. */
  confirming: Choice | null = $state.raw(null);
  /** The odds of what is looked at; undefined until they are told. */
  forecast: Forecast | null | undefined = $state.raw();
  opened: Opened | null = $state.raw(null);
  /** The hex under the mouse or the cursor. */
  hovered: string | null = $state(null);
  readonly #table: MatchTable;

  readonly groups: Choices = $derived.by(() => grouped(this.#table.choices, this.selected));
  /** Where the option in the panel is that is looked at. */
  readonly listed: string[] = $derived.by(() => {
    if (!this.looked || this.hovered !== null) return [];
    const { piece, hex } = this.looked;
    const at = piece === undefined ? undefined : this.#table.view?.pieces.find(({ id }) => id === piece)?.hexes;
    return [...(hex === undefined ? [] : [hex]), ...(at ?? [])];
  });

  constructor(table: MatchTable) {
    this.#table = table;

    // A new question: whatever was open belongs to the old one.
    $effect(() => {
      void table.decision;
      untrack(() => {
        this.selected = this.looked = this.confirming = null;
        if (this.opened && 'choices' in this.opened) this.opened = null;
      });
    });

    $effect(() => {
      const choice = this.looked ?? this.confirming;
      this.forecast = undefined;
      if (!choice) return;
      const timer = setTimeout(() => {
        table.counsel.forecast(choice.action).then(
          (found) => {
            if ((this.looked ?? this.confirming) === choice) this.forecast = found;
          },
          () => undefined,
        );
      }, dwell);
      return () => clearTimeout(timer);
    });
  }

  /** The options of the counters in a hex. */
  inHex(hex: string): Choice[] {
    return (this.#table.view?.pieces ?? [])
      .filter((piece) => piece.hexes?.includes(hex))
      .flatMap((piece) => (piece.id === undefined ? [] : (this.groups.pieces.get(piece.id) ?? [])));
  }

  /** What can be attacked in a hex, if it is one thing. */
  aimAt(hex: string): Choice | null {
    const aims = (this.groups.hexes.get(hex) ?? []).filter(({ role }) => role === 'aim');
    return aims.length === 1 ? aims[0]! : null;
  }

  /** The mouse or the cursor is over a hex. */
  over(hex: string | null): void {
    this.hovered = hex;
    this.looked = hex === null || !this.#table.mine ? null : mainOf(this.groups.hexes.get(hex) ?? this.inHex(hex));
  }

  /** Why nothing can be done at a hex. */
  async ask(hex: string): Promise<void> {
    const why = await this.#table.counsel.why(hex);
    if (why) this.opened = { hex, why };
  }

  /** Closes what was opened last; false where nothing was. */
  back(): boolean {
    if (this.opened) this.opened = null;
    else if (this.selected !== null) this.selected = null;
    else return false;
    return true;
  }
}
