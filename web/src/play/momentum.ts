// What the page does by itself after what the player has done: the rest of a stack goes along, who was dragged onto the enemy joins,
// an attack that was ordered at once is made, and what is usual is said.

import type { Choice } from '../lib/wire';
import { Parade } from './alike';
import { Convoy } from './convoy';
import { allJoin, answered, everybody, rest, through, turned, wanted, type Wishes } from './orders';

/** What is asked, and what the player has ordered. */
export interface Question {
  choices: Choice[];
  /** Actions played before. */
  actions: number;
  game: string;
  /** Standing orders that were given. */
  orders: readonly string[];
  wishes: Wishes;
}

/** Where a counter was let go, and what it faces there, if that was said. */
export interface Drop {
  hex: string;
  ahead: string | null;
}

/** What is done without a press: something is said, or taken back; said why nobody from a hex joins; or put down what was let go. */
export type Onward = { play: Choice } | { undo: true } | { unable: string } | { put: Drop };

/** The attack as it stands, if it is one and leaves nothing undone. */
function standing(choices: Choice[]): Choice | null {
  const [make, ...others] = choices.filter(({ role }) => role === 'fight');
  return make && others.length === 0 && make.leaves === undefined ? make : null;
}

/** The step into a hex, if it is offered and nothing else could be meant by it. */
function entering(choices: Choice[], hex: string | undefined): Choice | null {
  const there = hex === undefined ? [] : wanted(choices).filter((one) => one.hex === hex && one.piece === undefined);
  const [step] = there;
  return step && there.length === 1 && !step.rolls && step.leaves === undefined ? step : null;
}

export class Momentum {
  /** Takes the rest of a stack along with the counter that was taken up. */
  #whole = false;
  /** The rest of a stack that follows where it cannot go along. */
  #convoy: Convoy | null = null;
  /** Others of a stack who do what the first of them did, or who were dragged onto what they attack with him. */
  #parade: Parade | null = null;
  /** From where somebody was dragged onto a target, until somebody has joined: why nobody can is asked there. */
  #assails: string | null = null;
  /** The player has made an attack whose dice have yet to fall, and was asked nothing since. */
  #made = false;
  /** A target was named just now: who can may join at once. */
  #aimed = false;
  /** A target was named to be attacked at once, by all who can, and is being put together: after how many actions that goes on. */
  #storms: number | null = null;
  /** Somebody joins, and the attack is made with him: after how many actions. */
  #seals: number | null = null;
  /** What is said as often as it is offered. */
  #again: string | null = null;
  /** The hexes of a way that was drawn, and are still to be entered. */
  #way: string[] = [];
  /** Where a counter was let go before the table knew that it was taken up, or what is usual was said of it. */
  #dropped: Drop | null = null;
  /** What the counter that was put down faces, if that is asked next: the hex ahead, and after how many actions. */
  #toward: { ahead: string; after: number } | null = null;
  /** How many actions had been played when a counter was taken up that the table does not know of yet. */
  #taking: number | null = null;
  /** The phase as it was last seen, and whether it began before these eyes and nothing was done in it. */
  #phase = '';
  #fresh = false;
  /** Up to where the player has taken back: what was answered for him there, he is asked. */
  #back = 0;
  #before = 0;

  /** The table as it is now, whoever is asked: after so many actions, in this turn and phase. */
  sees(actions: number, phase: string): void {
    if (actions < this.#before) {
      this.#back = actions + 1;
      this.#convoy = this.#parade = this.#assails = this.#again = null;
      this.#made = false;
      this.#storms = this.#seals = null;
      this.#way = [];
    }
    this.#before = actions;
    if (phase === this.#phase) return;
    if (this.#phase !== '') this.#fresh = true;
    this.#again = null;
    this.#way = [];
    this.#phase = phase;
  }

  /** What is done now without a press. */
  next({ choices, actions, game, orders, wishes }: Question): Onward | null {
    const along = this.#whole ? rest(choices) : null;
    if (along) this.#convoy = null;
    this.#whole = false;
    const faced = this.#toward?.after === actions ? turned(choices, this.#toward.ahead) : null;
    const storms = this.#storms === actions;
    const joined = this.#aimed || storms ? everybody(choices, game, storms ? [allJoin(game)] : orders) : null;
    const ordered = (storms && !joined) || this.#seals === actions ? standing(choices) : null;
    this.#seals = null;
    this.#storms = storms && joined ? actions + 1 : null;
    this.#aimed = false;
    const repeated = choices.find(({ action, rolls, leaves }) => action === this.#again && !rolls && leaves === undefined) ?? null;
    if (!repeated) this.#again = null;
    const walked = entering(choices, this.#way.shift());
    if (!walked) this.#way = [];
    const paraded = this.#parade?.next(choices) ?? null;
    if (!paraded) this.#parade = null;
    const refused = this.#assails;
    this.#assails = null;
    const rolled = this.#made && wishes.usual ? through(choices) : null;
    const own = actions < this.#back ? null : (joined ?? ordered ?? rolled ?? answered(choices, game, wishes, this.#fresh));
    const answer = along ?? faced ?? walked ?? repeated ?? paraded ?? own;
    const onward = answer ? { play: answer } : (this.#follow(choices) ?? (refused === null ? this.#land() : { unable: refused }));
    if (answer !== null && answer === ordered) this.#made = !answer.rolls;
    else if (choices.length > 1) this.#made = false;
    return onward;
  }

  /** The next counter of a stack follows the first. */
  #follow(choices: Choice[]): Onward | null {
    if (!this.#convoy?.under) return null;
    const next = this.#convoy.next(choices);
    if (next === null) this.#convoy = null;
    return next === null ? null : next === 'back' ? { undo: true } : { play: next };
  }

  #land(): Onward | null {
    const put = this.#dropped;
    this.#dropped = null;
    return put && { put };
  }

  /** The player chooses this. */
  picks(choice: Choice): void {
    this.#fresh = false;
    this.#dropped = null;
    if (!this.#whole && choice.role === 'lead') this.#convoy = null;
    this.#convoy?.goes(choice);
    this.#parade = this.#assails = this.#again = null;
    this.#made = choice.role === 'fight' && !choice.rolls;
    this.#aimed = choice.role === 'aim';
    this.#storms = this.#seals = null;
    this.#way = [];
  }

  /** What is chosen was said when so many actions had been played, and the table does not know of it yet. */
  says(actions: number): void {
    this.#taking = actions;
  }

  /** Whether the table knows of what was chosen. */
  knows(actions: number): boolean {
    return this.#taking !== actions;
  }

  /** It could not be done. */
  fails(): void {
    this.#taking = this.#dropped = null;
  }

  /** A counter of a stack is about to be taken up: these go along, or follow. */
  takes(followers: string[]): void {
    this.#whole = true;
    this.#convoy = new Convoy(followers);
  }

  /** These do what was chosen for the first of them. */
  parades(followers: string[], first: Choice): void {
    this.#parade = new Parade(followers, first);
  }

  /** These attack from a hex what was chosen as a target. */
  assails(attackers: string[], from: string): void {
    this.#aimed = false;
    this.#parade = new Parade(attackers, null);
    this.#assails = from;
  }

  /** The target that was chosen after so many actions is attacked at once by all who can. */
  storms(actions: number): void {
    this.#storms = actions + 1;
  }

  /** Who was chosen after so many actions joins as the last, and the attack is made. */
  seals(actions: number): void {
    this.#seals = actions + 1;
  }

  /** What was chosen is said again as long as it is offered. */
  repeats({ action }: Choice): void {
    this.#again = action;
  }

  /** After the hex that was chosen these are entered, one after the other, as far as they are offered. */
  walks(way: string[]): void {
    this.#way = [...way];
  }

  /** A counter was let go over a hex; where the table knows that it was taken up, it is put down at once. */
  drops(put: Drop, actions: number, busy: boolean): Onward | null {
    this.#dropped = put;
    return busy || !this.knows(actions) ? null : this.#land();
  }

  /** It was put down there, after so many actions. */
  lands({ ahead }: Drop, actions: number): void {
    this.#toward = ahead === null ? null : { ahead, after: actions + 1 };
  }
}
