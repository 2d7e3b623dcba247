// Standing orders: questions that a player does not want to be asked again, and those that nobody need be asked.

import type { Choice } from '../lib/wire';

/** What a question is called among the orders of a game: by what is said in answer. */
export function orderOf(game: string, choice: Choice): string {
  return `${game} ${verbOf(choice)}`;
}

/** What is done, without to whom or where. */
export const verbOf = ({ action }: Choice): string => action.split(' ', 1)[0] ?? '';

/** The answer that most players would give here, if the rules name one. */
export function usual(choices: Choice[]): Choice | null {
  return choices.length > 1 ? (choices.find(({ role }) => role === 'usual') ?? null) : null;
}

/** What a player has said about being asked. */
export interface Wishes {
  /** Whether the page may say what is usual. */
  usual: boolean;
  /** Whether the only answer may be given even if it ends a phase or rolls dice. */
  goOn: boolean;
  /** Whether losses are taken where they cost least. */
  least: boolean;
  /** Usual answers that are not to be given by themselves (`game verb`). */
  withdrawn: readonly string[];
}

/**
 * The answer that the page gives by itself: none makes a difference, there is no other, or it is the usual one and its standing
 * order was not withdrawn. `fresh`: the phase has just begun, and the player has done nothing in it; else what would end it is
 * his to say, so that he can take back what he did last.
 */
export function answered(choices: Choice[], game: string, wishes: Wishes, fresh: boolean): Choice | null {
  const sure = choices.find(({ role, rolls }) => role === 'plain' && !rolls);
  if (sure) return sure;
  if (!wishes.usual) return null;
  const wont = usual(choices);
  if (wont) return !wont.rolls && !wishes.withdrawn.includes(orderOf(game, wont)) ? wont : null;
  const least = wishes.least ? cheapest(choices) : null;
  return least && !least.rolls ? least : only(choices, fresh, wishes.goOn);
}

/** Of several losses the one that costs least, where the rules name it. */
export const cheapest = (choices: Choice[]): Choice | null => choices.find(({ role }) => role === 'least') ?? null;

/** The order that losses are taken where they cost least. */
export const takeLeast = (game: string) => `${game} least`;

/** The only answer there is, unless it would end what the player is about; attacks are his to make. */
function only([one, ...others]: Choice[], fresh: boolean, goOn: boolean): Choice | null {
  if (!one || others.length > 0 || one.leaves !== undefined) return null;
  if (goOn && one.role !== 'fight') return one;
  return !one.rolls && (fresh || one.piece !== undefined || one.hex !== undefined) ? one : null;
}

/** The order that all who can join an attack do so at once. */
export const allJoin = (game: string) => `${game} all join`;

/** The step by which everybody joins an attack that nobody has joined yet. */
export function everybody(choices: Choice[], game: string, orders: readonly string[]): Choice | null {
  if (!orders.includes(allJoin(game)) || choices.some(({ role }) => role === 'fight')) return null;
  // Another target may be named among them: that is for the player to say.
  const joins = choices.filter(({ role, hex, rolls }) => role === 'join' && !hex && !rolls);
  return joins.find(({ piece }) => !piece) ?? (joins.length === 1 ? joins[0]! : null);
}

/** The roll of an attack that the player has made, where nothing else can be said any more: he has said it. */
export function through([one, ...others]: Choice[]): Choice | null {
  return one?.role === 'fight' && one.leaves === undefined && others.length === 0 ? one : null;
}

/** The step that takes along the rest of a stack whose first counter was taken up. */
export function rest(choices: Choice[]): Choice | null {
  const joins = choices.filter(({ role }) => role === 'join');
  return joins.find(({ piece, hex }) => piece === undefined && hex === undefined) ?? (joins.length === 1 ? joins[0]! : null);
}

/** The way something turns that was put down to face this hex; dice are not rolled by a turn of the hand. */
export function turned(choices: Choice[], ahead: string): Choice | null {
  if (!choices.some(({ role }) => role === 'turn')) return null;
  const [way, ...others] = wanted(choices).filter(({ hex }) => hex === ahead);
  return way && others.length === 0 && !way.rolls ? way : null;
}

/** Without what is seldom wanted, unless there is nothing else. */
export function wanted(choices: Choice[]): Choice[] {
  const main = choices.filter(({ role }) => role !== 'aside');
  return main.length > 0 ? main : choices;
}

/** What is seldom wanted. */
export function seldom(choices: Choice[]): Choice[] {
  return choices.filter(({ role }) => role === 'aside');
}
