// What lies in each hex: counters in stacks, markers beside them.

import type { Choice, Marker, Piece, View } from '../lib/wire';
import type { HexIndex, Point } from './hexes';

export interface Stack extends Point {
  key: string;
  /** The hex it is said to be in; the first of two for counters across a hexside. */
  hex: string;
  /** From the bottom to the top. */
  pieces: Piece[];
  /** How many counters there are, covered ones included; null where that is not known. */
  count: number | null;
}

/** The stacks on the board, in the view's order. */
export function stacksOf(view: Pick<View, 'pieces'>, index: HexIndex): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const piece of view.pieces) {
    const hexes = piece.hexes ?? [];
    const middle = index.middle(hexes);
    if (!middle) continue;
    const key = hexes.join('+');
    let stack = stacks.get(key);
    if (!stack) stacks.set(key, (stack = { key, hex: hexes[0]!, ...middle, pieces: [], count: 0 }));
    stack.pieces.push(piece);
    const covered = piece.covers ? piece.covers.count : 0;
    stack.count = stack.count === null || covered === null ? null : stack.count + 1 + covered;
  }
  return [...stacks.values()];
}

/** Whether there is anything to be seen in a stack: what it is of one counter at least. */
export function isReadable({ pieces }: Pick<Stack, 'pieces'>): boolean {
  return pieces.some(({ id, values }) => id !== undefined || values.length > 0);
}

export interface MarkerPile extends Point {
  key: string;
  hexes: string[];
  markers: Marker[];
}

/** The markers, place by place; those between two hexes lie on the hexside. */
export function markersOf(view: Pick<View, 'markers'>, index: HexIndex): MarkerPile[] {
  const piles = new Map<string, MarkerPile>();
  for (const marker of view.markers) {
    const middle = index.middle(marker.hexes);
    if (!middle) continue;
    const key = marker.hexes.join('+');
    const pile = piles.get(key);
    if (pile) pile.markers.push(marker);
    else piles.set(key, { key, hexes: marker.hexes, ...middle, markers: [marker] });
  }
  return [...piles.values()];
}

/** The choices of a decision by what is clicked for them. */
export interface Choices {
  pieces: Map<string, Choice[]>;
  hexes: Map<string, Choice[]>;
  /** Those that take up the whole of a stack, by its hex. */
  wholes: Map<string, Choice>;
  /** Those without a place on the board. */
  others: Choice[];
}

function add(to: Map<string, Choice[]>, key: string, choice: Choice): void {
  const list = to.get(key);
  if (list) list.push(choice);
  else to.set(key, [choice]);
}

/**
 * Groups choices. One that names a piece and a hex is reached in two clicks: the piece first, and once it is selected,
 * the hex.
 */
export function grouped(choices: Choice[], selected: string | null = null): Choices {
  const groups: Choices = { pieces: new Map(), hexes: new Map(), wholes: new Map(), others: [] };
  for (const choice of choices) {
    if (choice.piece !== undefined) {
      add(groups.pieces, choice.piece, choice);
      if (choice.hex !== undefined && choice.piece === selected) add(groups.hexes, choice.hex, choice);
    } else if (choice.hex !== undefined && choice.role === 'lead') groups.wholes.set(choice.hex, choice);
    else if (choice.hex !== undefined) add(groups.hexes, choice.hex, choice);
    else groups.others.push(choice);
  }
  return groups;
}
