// A hex in words: what the ground is, what lies there, and what can be done.

import { described, spoken as worded } from '../counters/faces';
import { said } from '../counters/roster';
import type { Board, BoardHex, GameInfo, Marker, Overlay } from '../lib/wire';
import type { Offers } from './offers';
import { inWords, marksAt } from './overlays';
import type { Stack } from './stacks';

/** The ground, and the place that is there. */
export const placeOf = (board: Pick<Board, 'terrains'>, hex: BoardHex) =>
  [board.terrains[hex.terrain], hex.name].filter(Boolean).join(', ');

/** How much lies in a hex, in a word or two. */
export function countOf(stack: Stack | undefined, game: GameInfo): string {
  if (!stack) return '';
  if (stack.count === null) return 'a stack';
  return stack.count === 1 ? described(stack.pieces[0]!, game) : `${stack.count} counters`;
}

function contents(stack: Stack | undefined, markers: readonly Marker[], game: GameInfo): string {
  const words = [
    ...(stack ? [...stack.pieces].reverse().map((piece) => described(piece, game)) : []),
    ...(stack?.count === null ? ['more below'] : []),
    ...markers.map(({ count, kind }) => `${count > 1 ? `${count} ` : ''}${worded(kind)}`),
  ];
  return words.join('; ');
}

/** What lies in a hex, and what is offered and shown there. */
export interface Lying {
  stack: Stack | undefined;
  markers: readonly Marker[];
  offers: Offers;
  overlay: Overlay | null;
}

/** All that is to be said of a hex, for those who do not see it. */
export function spoken(hex: BoardHex, board: Pick<Board, 'terrains'>, game: GameInfo, { stack, markers, offers, overlay }: Lying): string {
  const offered = offers.groups.hexes.get(hex.id)?.map(({ text, cost }) => `${said(text)}${cost ? `, ${cost}` : ''}`) ?? [];
  const here = offers.legalIn(stack).length;
  const can = here > 0 ? [`${here} can be chosen`] : [];
  const marks = marksAt(overlay, hex.id).flatMap(({ why }) => (why ? [inWords(why)] : []));
  return [`${hex.id}, ${placeOf(board, hex)}`, contents(stack, markers, game), ...offered, ...can, ...marks].filter(Boolean).join('. ');
}
