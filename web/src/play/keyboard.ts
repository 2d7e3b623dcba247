// What a key means at the table.

import { overlayOf } from '../board/overlays';
import type { Overlays } from '../board/overlays.svelte';
import { deedOf, type Deed } from './keys';
import type { Looking } from './looking.svelte';
import type { MatchTable } from './match.svelte';
import type { Beside } from './options';
import type { Player } from './player.svelte';

/** Who is told of keys. */
export interface Told {
  table: MatchTable;
  player: Player;
  looking: Looking;
  overlays: Overlays;
  /** What is chosen beside the map. */
  answers: Beside;
  deeds: Record<Deed, (event: KeyboardEvent) => void>;
  board: { key(event: KeyboardEvent): boolean; focus(): void } | undefined;
}

const typing = 'input, textarea, select, dialog';

/** Answers the key, unless it is typed somewhere or belongs to something else. */
export function pressed(event: KeyboardEvent, told: Told): void {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || told.table.handedTo !== null) return;
  if (!target?.closest(typing) && isAnswered(event, target, told)) event.preventDefault();
}

function isAnswered(event: KeyboardEvent, target: Element | null, { table, player, looking, overlays, answers, deeds, board }: Told): boolean {
  const { key } = event;
  const overlay = overlayOf(key);
  const deed = deedOf(key);
  if (key === 'Escape') {
    // What lies over the map is closed first, wherever the focus is.
    if (board?.key(event) || !looking.back()) return false;
    board?.focus();
  } else if (key === ' ' && table.waiting > 0 && !target?.closest('button, a, summary')) table.pause();
  else if (/^[1-9]$/.test(key)) return !event.repeat && isNumber(Number(key) - 1, player, answers);
  else if (overlay && overlays.toggle(overlay)) return true;
  else if (deed) deeds[deed](event);
  else {
    if (!target?.closest('button, a, [role="log"], [role="separator"]') || key === 'Home') board?.key(event);
    return false;
  }
  return true;
}

/** The button with this number, or the counter after the buttons. */
function isNumber(at: number, player: Player, { buttons, pieces }: Beside): boolean {
  if (player.tooEarly()) return false;
  const choice = buttons[at];
  const piece = pieces[at - Math.min(buttons.length, 9)];
  if (choice) player.pick(choice);
  else if (piece) player.piece(piece, null);
  else return false;
  return true;
}
