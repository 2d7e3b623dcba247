// Lists of options: which fit the words typed, and which are in sight.

import { said } from '../counters/roster';
import type { Choice, Piece, View } from '../lib/wire';
import { wanted } from './orders';

/** The options whose text, notation, piece or hex has every word. */
export function filtered(choices: Choice[], words: string): Choice[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return choices;
  return choices.filter((choice) => {
    const text = `${choice.text} ${said(choice.text)} ${choice.action} ${choice.piece ?? ''} ${choice.hex ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Which of many rows of one height a window shows, with a few more on either side. */
export function rowsInSight(count: number, row: number, scroll: number, height: number): { from: number; to: number } {
  const spare = 6;
  const from = Math.max(0, Math.min(count, Math.floor(scroll / row)) - spare);
  return { from, to: Math.min(count, Math.ceil((scroll + height) / row) + spare) };
}

/** So many buttons are soon read. */
const few = 4;

/** What can be said of one counter that is not on the table. */
export interface Row {
  piece: string;
  /** What all its options begin with; the rest of each is its own. */
  head: string;
  choices: Choice[];
}

/** What is chosen beside the map: options without a place, and pieces that lie in boxes. */
export interface Beside {
  buttons: Choice[];
  /** Options of counters that are not on the table, where they are too many for buttons of their own. */
  rows: Row[];
  pieces: Piece[];
  /** How many pieces on the map can be chosen. */
  glowing: number;
}

/**
 * The answers that the map cannot give: those that name neither a hex nor a piece on the table, and pieces off the map.
 * What names no piece at all (to go on, to end the phase) comes first, since there may be many of the others.
 */
export function beside(choices: Choice[], view: Pick<View, 'pieces'>): Beside {
  const named = new Set(choices.flatMap(({ piece }) => (piece === undefined ? [] : [piece])));
  const shown = view.pieces.filter(({ id }) => id !== undefined && named.has(id));
  const known = new Set(shown.map(({ id }) => id));
  const placeless = choices.filter(({ hex }) => hex === undefined);
  const pieces = shown.filter(({ hexes }) => hexes === undefined || hexes.length === 0);
  const own = placeless.filter(({ piece }) => piece === undefined);
  const absent = placeless.filter(({ piece }) => piece !== undefined && !known.has(piece));
  // Where all is about counters, and nowhere about the map, those on the table have rows too.
  const about = choices.filter(({ piece }) => piece !== undefined);
  const rows = rowsOf(choices.every(({ hex }) => hex === undefined) ? about : absent);
  const inRows = rows.length > 1 && rows.every(({ choices }) => choices.length > 1 && choices.every(({ role }) => role === undefined));
  const buttons = inRows ? own : [...own, ...absent];
  return {
    // Where they would be many, what is seldom wanted leaves the keys to the others: it has a list of its own.
    buttons: placeless.length > few ? wanted(buttons) : buttons,
    rows: inRows ? rows : [],
    pieces: inRows ? pieces.filter(({ id }) => !rows.some(({ piece }) => piece === id)) : pieces,
    glowing: shown.length - pieces.length,
  };
}

function rowsOf(choices: Choice[]): Row[] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const piece = choice.piece!;
    found.set(piece, [...(found.get(piece) ?? []), choice]);
  }
  return [...found].map(([piece, choices]) => ({ piece, head: beginning(choices.map(({ text }) => text)), choices }));
}

/** The whole words with which all of these begin. */
function beginning(texts: string[]): string {
  const words = texts.map((text) => text.split(/(?<= )/));
  const first = words[0] ?? [];
  const same = first.findIndex((word, at) => words.some((other) => other[at] !== word));
  return first.slice(0, same < 0 ? 0 : same).join('');
}
