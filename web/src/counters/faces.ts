// What is written on a counter, and how it is said aloud.

import type { GameInfo, Piece } from '../lib/wire';
import { initials } from './symbols';

/** The values along the bottom, in a size that fits. */
export function valuesOf(piece: Piece): { text: string; size: number } {
  const text = piece.values.map(({ value }) => value).join('-');
  return { text, size: Math.min(31, Math.max(13, 158 / Math.max(text.length, 1))) };
}

/** Marks of a counter that has done its part: the corner is turned down. */
const spent = new Set(['moved', 'done', 'spent', 'used', 'finished']);
/** Marks of a counter that is being used: the board frames it. */
const held = new Set(['picked', 'joined', 'selected', 'active', 'firing', 'attacking']);

export interface Tags {
  spent: boolean;
  held: boolean;
  words: { word: string; letters: string }[];
}

/** What the marks on a counter look like. */
export function tagsOf(marks: string[] = []): Tags {
  return {
    spent: marks.some((mark) => spent.has(mark)),
    held: marks.some((mark) => held.has(mark)),
    words: marks
      .filter((mark) => !spent.has(mark) && !held.has(mark))
      .slice(0, 2)
      .map((word) => ({ word, letters: initials(word).slice(0, word.includes('-') || word.includes(' ') ? 2 : 1) })),
  };
}

/** A counter in words. */
export function described(piece: Piece, game: GameInfo): string {
  const of = game.nations?.find(({ id }) => id === piece.nation) ?? game.sides.find(({ id }) => id === piece.side);
  const whose = of?.title ?? piece.side;
  if (piece.id === undefined && piece.values.length === 0) return `unknown ${whose} counter`;
  const parts = [`${whose} ${[piece.size, piece.kind.replaceAll('-', ' ')].filter(Boolean).join(' ')}`];
  if (piece.values.length > 0) parts.push(piece.values.map(({ name, value }) => `${name} ${value}`).join(', '));
  if (piece.steps > 1) parts.push(`${piece.steps} steps`);
  if (piece.facing) parts.push(`faces ${piece.facing}`);
  parts.push(...(piece.marks ?? []));
  return `${piece.id === undefined ? '' : `${piece.id}, `}${parts.join(', ')}`;
}
