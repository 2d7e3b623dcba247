// What is written on a counter, and how it is said aloud.

import type { GameInfo, Mark, Piece, ValueName } from '../lib/wire';
import { initials } from './symbols';

/** The values along the bottom, in a size that fits. */
export function valuesOf(piece: Piece): { text: string; size: number } {
  const text = piece.values.map(({ value }) => value).join('-');
  return { text, size: Math.min(31, Math.max(13, 158 / Math.max(text.length, 1))) };
}

/**
 * How each mark is shown: of a counter that has done its part the corner is turned down (spent), one that is being used
 * is framed by the board (held), everything else is a letter.
 */
const looks: Record<Mark, 'spent' | 'held' | 'letter'> = {
  picked: 'held',
  attacking: 'held',
  aimed: 'letter',
  ready: 'letter',
  moved: 'spent',
  fired: 'letter',
  attacked: 'letter',
  done: 'spent',
  'must-retreat': 'letter',
  retreated: 'letter',
  entrained: 'letter',
  reduced: 'letter',
  depleted: 'letter',
  'broken-down': 'letter',
  disrupted: 'letter',
  disorganized: 'letter',
  smashed: 'letter',
  engaged: 'letter',
  'attenuated-supply': 'letter',
  'out-of-supply': 'letter',
  offensive: 'letter',
  defensive: 'letter',
  transfer: 'letter',
  regroup: 'letter',
  reserve: 'letter',
  'extended-line': 'letter',
  'held-back': 'letter',
  'catching-up': 'letter',
  'double-time': 'letter',
  guns: 'letter',
  stragglers: 'letter',
  light: 'letter',
  machineguns: 'letter',
  cap: 'letter',
};

export interface Tags {
  spent: boolean;
  held: boolean;
  words: { word: string; letters: string }[];
}

/** What the marks on a counter look like. */
export function tagsOf(marks: Mark[] = []): Tags {
  return {
    spent: marks.some((mark) => looks[mark] === 'spent'),
    held: marks.some((mark) => looks[mark] === 'held'),
    words: marks
      .filter((mark) => looks[mark] === 'letter')
      .slice(0, 2)
      .map((mark) => ({ word: spoken(mark), letters: initials(mark).slice(0, mark.includes('-') ? 2 : 1) })),
  };
}

/** A word of the vocabulary as people read it. */
export function spoken(word: string): string {
  return word.replaceAll('-', ' ');
}

function named(value: ValueName): string {
  return value === 'ter' ? 'TER' : spoken(value);
}

/** A counter in words. */
export function described(piece: Piece, game: GameInfo): string {
  const of = game.nations?.find(({ id }) => id === piece.nation) ?? game.sides.find(({ id }) => id === piece.side);
  const whose = of?.title ?? piece.side;
  if (piece.id === undefined && piece.values.length === 0) return `unknown ${whose} counter`;
  const parts = [`${whose} ${[piece.size, spoken(piece.kind)].filter(Boolean).join(' ')}`];
  if (piece.values.length > 0) parts.push(piece.values.map(({ name, value }) => `${named(name)} ${value}`).join(', '));
  if (piece.steps > 1) parts.push(`${piece.steps} steps`);
  if (piece.facing) parts.push(`faces ${piece.facing}`);
  parts.push(...(piece.marks ?? []).map(spoken));
  return `${piece.id === undefined ? '' : `${piece.id}, `}${parts.join(', ')}`;
}
