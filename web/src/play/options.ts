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

/** What is chosen beside the map: options without a place, and pieces that lie in boxes. */
export interface Beside {
  buttons: Choice[];
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
  const buttons = [
    ...placeless.filter(({ piece }) => piece === undefined),
    ...placeless.filter(({ piece }) => piece !== undefined && !known.has(piece)),
  ];
  return {
    // Where they would be many, what is seldom wanted leaves the keys to the others: it has a list of its own.
    buttons: buttons.length > few ? wanted(buttons) : buttons,
    pieces,
    glowing: shown.length - pieces.length,
  };
}
