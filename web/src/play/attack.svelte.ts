// The attack in hand: how it stands, what each who could join would add, and what came of it.

import type { Choice, Fight, Forecast, LogEvent } from '../lib/wire';
import { afoot, inHand, outcome, standing, type Afoot, type InHand } from './battle';
import type { Looking } from './looking.svelte';
import type { MatchTable } from './match.svelte';

export class Attack {
  /** The odds of every option by which the attack is put together or made, as far as they are known. */
  outlooks: ReadonlyMap<string, Forecast | null> = $state.raw(new Map());
  /** How many actions had been played when an attack was made here; its result stays on the card until it is closed. */
  #fought: number | null = $state(null);
  readonly #table: MatchTable;
  readonly #looking: Looking;

  readonly #afoot: Afoot | null = $derived.by(() => {
    const { mine, waiting, handedTo, choices } = this.#table;
    return mine && waiting === 0 && handedTo === null ? afoot(choices) : null;
  });
  readonly hand: InHand | null = $derived.by(() => (this.#afoot ? inHand(this.#afoot, this.#looking.looked) : null));
  readonly came: LogEvent[] = $derived.by(() => (this.#fought === null ? [] : outcome(this.#table.log, this.#fought)));
  /** From where it goes, and on what. */
  readonly fight: Fight | null = $derived.by(
    () => this.#looking.forecast?.fight ?? (this.hand ? standing(this.hand, this.outlooks) : null),
  );
  /** Whether there is something to be shown of it. */
  readonly isTold: boolean = $derived.by(() => this.fight !== null && this.outlooks.size > 0);
  /** What the card shows, and the question above it need not. */
  readonly onCard: ReadonlySet<string> = $derived.by(() => {
    if (!this.#afoot || !this.isTold) return new Set<string>();
    // Of several attacks each stays where it can be looked at.
    const { makes, joins } = this.#afoot;
    return new Set([...(makes.length > 1 ? [] : makes), ...joins].map(({ action }) => action));
  });

  constructor(table: MatchTable, looking: Looking) {
    this.#table = table;
    this.#looking = looking;

    $effect(() => {
      const asked = this.#afoot;
      this.outlooks = new Map();
      if (!asked) return;
      let here = true;
      const known = new Map<string, Forecast | null>();
      for (const { action } of [...asked.makes, ...asked.joins]) {
        table.counsel.forecast(action).then(
          (found) => {
            if (!here) return;
            known.set(action, found);
            this.outlooks = new Map(known);
          },
          () => undefined,
        );
      }
      return () => (here = false);
    });
  }

  /** Something is chosen: an attack that is made, or what rolls before its dice have fallen, belongs to the card. */
  follows(choice: Choice): void {
    const goesOn = choice.rolls && this.came.every(({ rolls }) => !rolls?.length);
    if (choice.role === 'fight') this.begins();
    else if (!goesOn) this.closes();
  }

  /** An attack is made now. */
  begins(): void {
    this.#fought = this.#table.actions;
  }

  /** Its result has been read. */
  closes(): void {
    this.#fought = null;
  }
}
