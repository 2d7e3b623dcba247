// Laying out a problem.

import { send } from '../lib/api';
import { keep, recall } from '../lib/memory';
import { go } from '../lib/router';
import { create } from '../lobby/begin';

const shownKey = (match: string) => `grognard.college.show.${match}`;

/** Lays out a problem of a game and goes there; `show` has its answer played. The match lies in the archive from the beginning. */
export async function lay(game: string, problem: string, show = false): Promise<void> {
  const { match } = await create({ game, seats: {}, problem });
  await send('POST', `/api/matches/${encodeURIComponent(match.id)}/archive`, { on: true });
  if (show) keep(shownKey(match.id), 'yes');
  go(`/m/${encodeURIComponent(match.id)}`);
}

/** Whether the answer is to be played in a match. */
export function isShown(match: string): boolean {
  return recall(shownKey(match)) !== null;
}

/** The address of a game's staff college. */
export function collegeOf(game: string): string {
  return `/games/${encodeURIComponent(game)}/college`;
}
