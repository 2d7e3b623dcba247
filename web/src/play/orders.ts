// Standing orders: questions that a player does not want to be asked again, and those that nobody need be asked.

import type { Choice } from '../lib/wire';

/** What a question is called among the orders of a game: by what is said in answer. */
export function orderOf(game: string, choice: Choice): string {
  return `${game} ${choice.action.split(' ', 1)[0] ?? ''}`;
}

/** The answer that most players would give here, if the rules name one. */
export function usual(choices: Choice[]): Choice | null {
  return choices.length > 1 ? (choices.find(({ role }) => role === 'usual') ?? null) : null;
}

/** The answer that the page gives by itself: none makes a difference, or the player has said so once and for all. */
export function answered(choices: Choice[], game: string, orders: readonly string[]): Choice | null {
  const sure = choices.find(({ role, rolls }) => role === 'plain' && !rolls);
  if (sure) return sure;
  const wont = usual(choices);
  return wont && !wont.rolls && orders.includes(orderOf(game, wont)) ? wont : null;
}

/** The order that all who can join an attack do so at once. */
export const allJoin = (game: string) => `${game} all join`;

/** The step by which everybody joins an attack that nobody has joined yet. */
export function everybody(choices: Choice[], game: string, orders: readonly string[]): Choice | null {
  if (!orders.includes(allJoin(game)) || choices.some(({ role }) => role === 'fight')) return null;
  return choices.find(({ role, piece, hex, rolls }) => role === 'join' && !piece && !hex && !rolls) ?? null;
}

/** The step that takes along the rest of a stack whose first counter was taken up. */
export function rest(choices: Choice[]): Choice | null {
  const joins = choices.filter(({ role }) => role === 'join');
  return joins.find(({ piece, hex }) => piece === undefined && hex === undefined) ?? (joins.length === 1 ? joins[0]! : null);
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
