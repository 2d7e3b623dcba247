// What is written on a counter, and how it is said aloud.

import type { GameInfo, Mark, Piece, ValueName } from '../lib/wire';
import { printed } from './roster';
import { initials } from './symbols';

/** Values that stand on the side's own chart and not on the counter; it shows them small, or not at all. */
const charted: ReadonlySet<ValueName> = new Set<ValueName>(['fatigue', 'stragglers', 'batteries', 'organic-cavalry']);

/** About how wide a letter is, of its height. */
const wide = (letter: string) => (letter === '-' ? 0.42 : '() '.includes(letter) ? 0.46 : letter === '+' ? 0.84 : 0.7);

/** The size at which a text fills this width, but no more than this. */
export function fitting(text: string, width: number, most: number): number {
  const ems = [...text].reduce((sum, letter) => sum + wide(letter), 0);
  return Math.min(most, Math.floor((10 * width) / Math.max(ems, 0.1)) / 10);
}

/** The values along the bottom, in a size that fits. */
export function valuesOf(piece: Pick<Piece, 'values'>): { text: string; size: number } {
  const text = piece.values
    .filter(({ name }) => !charted.has(name))
    .map(({ value }) => value)
    .join('-')
    // What is added stands by itself.
    .replaceAll('-+', ' +');
  return { text, size: fitting(text, 88, 34) };
}

/** Guns and horse that march with a unit, beside its symbol: their number, where the viewer may know it. */
export function trains(piece: Piece): { guns: string; horse: string } {
  const count = (name: ValueName) => piece.values.find((value) => value.name === name)?.value;
  const guns = count('batteries') ?? (piece.marks?.includes('guns') ? '' : '0');
  const horse = count('organic-cavalry') ?? '0';
  return { guns, horse };
}

/** The values of the chart that are not shown on the counter's bottom line. */
export function chartOf(piece: Piece): Piece['values'] {
  return piece.values.filter(({ name }) => charted.has(name));
}

/**
 * How each mark is shown: of a counter that has done its part the corner is turned down (spent), one that is being used
 * is framed by the board (held), what ails it is a red letter, what it is ordered to do a blue one, everything else is
 * plain. What the counter shows otherwise has none.
 */
type Look = 'spent' | 'held' | 'ails' | 'order' | 'plain' | 'none';
const looks: Record<Mark, Look> = {
  picked: 'held',
  attacking: 'held',
  aimed: 'order',
  ready: 'order',
  moved: 'spent',
  fired: 'plain',
  attacked: 'plain',
  done: 'spent',
  'must-retreat': 'ails',
  retreated: 'plain',
  entrained: 'order',
  reduced: 'none',
  depleted: 'ails',
  'broken-down': 'ails',
  disrupted: 'ails',
  disorganized: 'ails',
  smashed: 'ails',
  engaged: 'ails',
  'attenuated-supply': 'ails',
  'out-of-supply': 'ails',
  offensive: 'order',
  defensive: 'order',
  transfer: 'order',
  regroup: 'order',
  reserve: 'order',
  'extended-line': 'order',
  'held-back': 'order',
  'catching-up': 'ails',
  'double-time': 'order',
  guns: 'none',
  stragglers: 'ails',
  light: 'plain',
  machineguns: 'order',
  cap: 'order',
};

export interface Tags {
  spent: boolean;
  held: boolean;
  words: { word: string; letters: string; look: Look }[];
}

/** What the marks on a counter look like. */
export function tagsOf(marks: Mark[] = []): Tags {
  return {
    spent: marks.some((mark) => looks[mark] === 'spent'),
    held: marks.some((mark) => looks[mark] === 'held'),
    words: marks
      .filter((mark) => ['ails', 'order', 'plain'].includes(looks[mark]))
      .sort((a, b) => (looks[a] === 'ails' ? 0 : 1) - (looks[b] === 'ails' ? 0 : 1))
      .slice(0, 2)
      .map((mark) => ({
        word: spoken(mark),
        letters: initials(mark).slice(0, mark.includes('-') ? 2 : 1),
        look: looks[mark],
      })),
  };
}

/** A word of the vocabulary as people read it. */
export function spoken(word: string): string {
  return word.replaceAll('-', ' ');
}

/** The name of a value as people read it. */
export function named(value: ValueName): string {
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
  const name = printed(game, piece)?.title ?? piece.id;
  return `${name === undefined ? '' : `${name}, `}${parts.join(', ')}`;
}

/** A counter in words, the one by which questions and the log know it first. */
export function labelled(piece: Piece, game: GameInfo): string {
  const words = described(piece, game);
  return piece.id === undefined || words.startsWith(`${piece.id}, `) ? words : `${piece.id}, ${words}`;
}
