// Beginning a match.

import { send } from '../lib/api';
import { go, keepLinks } from '../lib/router';
import type { Created, NewMatch } from '../lib/wire';
import { refresh } from '../account/session.svelte';
import { becomes, own, toBe } from '../play/dice';

/** Creates a match and keeps the links of its seats. Whoever creates one becomes a guest, so we ask who we are. */
export async function create(wanted: NewMatch): Promise<Created> {
  const awaitsSomebody = Object.values(wanted.seats ?? {}).some((seat) => seat === 'link' || seat === 'open');
  const pledge = awaitsSomebody ? ((await own(toBe)).pledge ?? undefined) : undefined;
  const created = await send<Created>('POST', '/api/matches', { ...wanted, pledge });
  if (pledge !== undefined) becomes(toBe, created.match.id);
  keepLinks(created.match.id, created.links);
  await refresh();
  return created;
}

/** Begins a guided battle of a game, the first or the one with this id, and goes there. */
export async function beginLesson(game: string, which?: string): Promise<void> {
  const { match } = await create({ game, seats: {}, lesson: true, which_lesson: which });
  go(`/m/${encodeURIComponent(match.id)}`);
}
