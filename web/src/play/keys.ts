// The keys at the table: the one list that the page obeys and the help shows.

import { overlayKeys, overlayWords } from '../board/overlays';
import type { OverlayKind } from '../lib/wire';

/** What the table does on a key. */
export type Deed =
  | 'undo'
  | 'storm'
  | 'skip'
  | 'list'
  | 'board'
  | 'log'
  | 'panel'
  | 'rules'
  | 'chat'
  | 'look'
  | 'charts'
  | 'next'
  | 'again'
  | 'scene';

/** One key and what it does. */
export interface Shortcut {
  keys: string;
  does: string;
  /** The key as the browser names it, where the table itself listens for it. */
  key?: string;
  deed?: Deed;
}

export const shortcuts: Shortcut[] = [
  { keys: '← → ↑ ↓', does: 'move the cursor over the hexes' },
  { keys: 'N', does: 'to the next hex where something can be chosen (Shift: the one before)', key: 'n', deed: 'next' },
  { keys: 'Enter', does: 'choose the hex, or the counter in it' },
  { keys: 'Space', does: 'spread the stack; arrows and Enter choose a counter in it' },
  { keys: 'I', does: "the card of the unit under the cursor; a long press or the mouse's other button opens it too" },
  { keys: 'Shift + drag', does: 'carry a whole stack; so does dragging its button on the spread stack' },
  { keys: 'Drag', does: 'a counter onto a hex, onto what it attacks, or onto a button of the panel' },
  { keys: 'Shift + arrows', does: 'move the map' },
  { keys: '+ −', does: 'closer, farther' },
  { keys: '0', does: 'the whole map' },
  { keys: 'Home', does: 'back to what can be done' },
  { keys: '1 … 9', does: 'press the button with that number' },
  { keys: 'A', does: 'attack what is pointed at, at once and with all who can, by the odds beside the map', key: 'a', deed: 'storm' },
  { keys: 'Shift + drag', does: 'from a lit hex along a way: a retreat over several hexes is drawn' },
  { keys: 'Shift + press', does: 'what the hex means, as often as it is offered: all the guns on one target' },
  { keys: 'Shift + press', does: 'who joins an attack: he joins, and the attack is made by the odds that are told' },
  { keys: 'Hold', does: 'a button that ends a phase: it ends, and what is left undone is not asked about' },
  { keys: '/', does: 'all options in a list; type to filter', key: '/', deed: 'list' },
  { keys: 'U', does: 'undo', key: 'u', deed: 'undo' },
  { keys: 'S', does: 'skip to the end of what is being shown', key: 's', deed: 'skip' },
  { keys: 'Space', does: 'while moves are shown: stop, or go on' },
  { keys: '.', does: 'show the next scene, and stop', key: '.', deed: 'scene' },
  { keys: 'O', does: 'show once more what the others did', key: 'o', deed: 'again' },
  { keys: 'B', does: 'to the board', key: 'b', deed: 'board' },
  { keys: 'L', does: 'to the log', key: 'l', deed: 'log' },
  { keys: 'C', does: 'to the chat', key: 'c', deed: 'chat' },
  { keys: 'T', does: 'tracks, boxes and losses', key: 't', deed: 'look' },
  { keys: 'H', does: 'the charts', key: 'h', deed: 'charts' },
  { keys: 'R', does: 'the rules', key: 'r', deed: 'rules' },
  { keys: 'P', does: 'hide or show the panel', key: 'p', deed: 'panel' },
];

/** The keys of the overlays, at the table and in a replay. */
export const overlayShortcuts: Shortcut[] = (Object.keys(overlayKeys) as OverlayKind[]).map((kind) => ({
  keys: overlayKeys[kind].toUpperCase(),
  does: overlayWords[kind],
}));

/** The deed of a key, if the table knows it. */
export function deedOf(key: string): Deed | null {
  return shortcuts.find((shortcut) => shortcut.key === key.toLowerCase())?.deed ?? null;
}
