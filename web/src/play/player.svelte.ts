// What the player at the table means by what he presses, drags and draws, and what the page does by itself after that.

import { untrack } from 'svelte';
import { settings, type Settings } from '../lib/settings.svelte';
import type { Choice, Piece } from '../lib/wire';
import { alike } from './alike';
import { asks, isInSight, isTold } from './asking';
import type { Attack } from './attack.svelte';
import type { Looking } from './looking.svelte';
import type { MatchTable } from './match.svelte';
import { Momentum, type Onward } from './momentum';
import { seldom, takeLeast, wanted } from './orders';

const idsOf = (pieces: Piece[]) => pieces.flatMap(({ id }) => id ?? []);

export class Player {
  readonly #table: MatchTable;
  readonly #looking: Looking;
  readonly #attack: Attack;
  /** Opens the list of all options. */
  readonly #list: () => void;
  readonly #momentum = new Momentum();

  constructor(table: MatchTable, looking: Looking, attack: Attack, list: () => void) {
    this.#table = table;
    this.#looking = looking;
    this.#attack = attack;
    this.#list = list;

    $effect(() => {
      const { actions, choices, mine, waiting, busy, view } = table;
      untrack(() => {
        const { handedTo, match } = table;
        this.#momentum.sees(actions, view ? `${view.turn} ${view.phase.id}` : '');
        if (!mine || waiting > 0 || busy || handedTo !== null || !match) return;
        // Who answers a problem makes every choice himself, and who learns a game is asked everything that the coach speaks of.
        const orders = match.problem === undefined ? Object.keys(settings.orders) : [];
        const least = orders.includes(takeLeast(match.game));
        const wishes = { usual: settings.usual && this.#isFree, goOn: settings.goOn, least, withdrawn: Object.keys(settings.withdrawn) };
        this.#goOn(this.#momentum.next({ choices, actions, game: match.game, orders, wishes }));
      });
    });
  }

  /** Whether nothing is taught or set here: else the player makes every choice himself. */
  get #isFree(): boolean {
    const { match } = this.#table;
    return match !== null && !match.lesson && match.problem === undefined;
  }

  #goOn(onward: Onward | null): void {
    if (!onward) return;
    const table = this.#table;
    if ('play' in onward) {
      if (onward.play.role === 'fight') this.#attack.begins();
      void table.play(onward.play);
    } else if ('undo' in onward) void table.undo();
    else if ('unable' in onward) this.#unable(onward.unable);
    else {
      this.hex(onward.put.hex);
      this.#momentum.lands(onward.put, table.actions);
    }
  }

  /** Nobody from there could join the attack at once: how, or why not. */
  #unable(hex: string): void {
    const choices = this.#looking.inHex(hex);
    if (choices.length > 0) this.#looking.opened = { hex, choices };
    else void this.#looking.ask(hex);
  }

  /** A press while moves are shown skips them, and one within a moment of a new question does nothing. */
  tooEarly(): boolean {
    const table = this.#table;
    if (table.waiting > 0) table.skip();
    else if (!table.mine || table.armed) return false;
    return true;
  }

  // ---- what is chosen -------------------------------------------------------------------------------------------

  pick(choice: Choice, wishes: Pick<Settings, 'confirmDice' | 'confirmEnds'> = settings): void {
    const table = this.#table;
    const looking = this.#looking;
    if (table.busy || this.tooEarly()) return;
    looking.opened = null;
    this.#momentum.picks(choice);
    this.#attack.follows(choice);
    // Where there is nothing else to be done, a press on the dice is meant.
    const seen = isTold(choice, this.#attack.hand, this.#attack.outlooks) || isInSight(choice, looking.looked, looking.forecast);
    if (asks(choice, table.choices.length === 1 || seen, wishes)) {
      looking.looked = null;
      looking.confirming = choice;
      table.asked();
    } else void this.#play(choice);
  }

  /** Somebody joins the attack, and it is made with him by the odds that are in sight; where they are not, he joins. */
  seal(choice: Choice): void {
    const { looked, forecast } = this.#looking;
    const { actions } = this.#table;
    const told = this.#isFree && (isInSight(choice, looked, forecast) || (this.#attack.outlooks.get(choice.action) ?? null) !== null);
    this.pick(choice);
    if (told && choice.role === 'join' && !choice.rolls && !this.#looking.confirming) this.#momentum.seals(actions);
  }

  /** A button was held down: what it ends is ended, and nothing more is asked about what is left undone. */
  end(choice: Choice): void {
    this.pick(choice, { ...settings, confirmEnds: false });
  }

  /** The second press, where one is asked for: not the echo of the first. */
  agree(choice: Choice): void {
    if (!this.#table.busy && !this.tooEarly()) void this.#play(choice);
  }

  decline(): void {
    if (!this.tooEarly()) this.#looking.confirming = null;
  }

  undo(): void {
    const { decision, busy } = this.#table;
    if (decision.undo && !busy && !this.tooEarly()) void this.#table.undo();
  }

  async #play(choice: Choice): Promise<void> {
    this.#looking.confirming = null;
    this.#momentum.says(this.#table.actions);
    if (!(await this.#table.play(choice))) this.#momentum.fails();
  }

  // ---- on the map -----------------------------------------------------------------------------------------------

  /** A hex was pressed; with Shift what is meant by it is said as often as it is offered. */
  hex(hex: string, again = false): void {
    const looking = this.#looking;
    if (this.tooEarly()) return;
    looking.opened = null;
    if (!this.#isAsked) return;
    const lit = looking.groups.hexes.get(hex) ?? [];
    const inHex = lit.length > 0 || looking.selected === null ? looking.inHex(hex).filter((choice) => choice.hex === undefined) : [];
    const choices = wanted([...new Set([...lit, ...inHex])]);
    const [choice] = choices;
    if (choice && choices.length === 1) {
      this.pick(choice);
      if (again && !looking.confirming) this.#momentum.repeats(choice);
    } else if (choices.length > 1) looking.opened = { hex, choices };
    else if (looking.selected !== null) looking.selected = null;
    else void looking.ask(hex);
  }

  /** A counter was chosen: on the map, or from those beside it. With Shift the attack that it joins is made. */
  piece(piece: Piece, hex: string | null, seals = false): void {
    const looking = this.#looking;
    if (this.tooEarly()) return;
    looking.opened = null;
    if (!this.#isAsked) return;
    const choices = wanted(piece.id === undefined ? [] : (looking.groups.pieces.get(piece.id) ?? []));
    const plain = choices.filter((choice) => choice.hex === undefined);
    if (plain.length < choices.length) looking.selected = piece.id ?? null;
    if (plain.length === 1 && choices.length === 1) {
      if (seals) this.seal(plain[0]!);
      else this.pick(plain[0]!);
    }
    else if (plain.length > 0 && hex !== null) looking.opened = { hex, choices: plain };
    else if (plain.length > 0) this.#list();
    else if (choices.length === 0 && hex !== null) void looking.ask(hex);
  }

  /** A whole stack was chosen: it is taken up, or its first counter is, and the others go along or follow. */
  whole(pieces: Piece[], hex: string): void {
    const { choices } = this.#table;
    if (this.tooEarly() || !this.#isAsked) return;
    const all = this.#looking.groups.wholes.get(hex);
    if (all) return this.pick(all);
    const same = alike(choices, idsOf(pieces));
    if (same.length > 1) {
      this.pick(same[0]!);
      if (!this.#looking.confirming) this.#momentum.parades(same.slice(1).flatMap(({ piece }) => piece ?? []), same[0]!);
      return;
    }
    const lead = choices.find(({ role, piece }) => role === 'lead' && piece === pieces[0]?.id);
    if (!lead) return;
    this.#momentum.takes(idsOf(pieces.slice(1)));
    this.pick(lead);
  }

  /** Whether the player is asked something that he has not answered yet. */
  get #isAsked(): boolean {
    return this.#table.mine && !this.#table.busy;
  }

  /** Counters were dragged onto something that can be attacked: it is named, and they join. */
  assault(pieces: Piece[], from: string, hex: string): void {
    const aim = this.#looking.aimAt(hex);
    if (this.tooEarly() || !this.#isAsked || !aim) return;
    this.pick(aim);
    if (!this.#looking.confirming) this.#momentum.assails(idsOf(pieces), from);
  }

  /** What is pointed at is attacked at once, by all who can, as its odds have told; where they are not in sight yet, it is named. */
  storm(): void {
    const { hovered, looked, forecast } = this.#looking;
    const aim = hovered === null ? null : this.#looking.aimAt(hovered);
    if (!aim || this.#table.busy || this.tooEarly()) return;
    const told = isInSight(aim, looked, forecast) && this.#isFree;
    const { actions } = this.#table;
    this.pick(aim);
    if (told && !this.#looking.confirming) this.#momentum.storms(actions);
  }

  /** A counter was dragged over a hex and let go there, facing another. */
  drop(hex: string, ahead: string | null): void {
    this.#goOn(this.#momentum.drops({ hex, ahead }, this.#table.actions, this.#table.busy));
  }

  /** A way was drawn with the mouse, hex by hex. */
  way([first, ...others]: string[]): void {
    const { actions } = this.#table;
    if (first !== undefined) this.hex(first);
    if (!this.#momentum.knows(actions)) this.#momentum.walks(others);
  }

  /** A counter is dragged over a button of the panel, and let go there: what the button says is meant, and nothing by what was
   * asked before the counter was taken up. */
  beside(action: string | null, put: boolean): void {
    const { actions, busy, choices } = this.#table;
    const choice = this.#momentum.knows(actions) && !busy ? (choices.find((one) => one.action === action) ?? null) : null;
    if (!put) this.#looking.looked = choice;
    else if (choice) this.pick(choice);
  }

  /** What is seldom wanted lies in a small menu on the counter's card. */
  asides({ id, hexes }: Piece): Choice[] {
    const { groups } = this.#looking;
    if (!this.#table.mine || this.#table.waiting > 0 || id === undefined) return [];
    return seldom([...(groups.pieces.get(id) ?? []), ...(hexes ?? []).flatMap((hex) => groups.hexes.get(hex) ?? [])]);
  }
}
