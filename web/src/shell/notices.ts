// Notices of the browser: while a tab is open, and nobody is looking at it, it says when a game waits for the player.

import { get } from '../lib/api';
import { go } from '../lib/router';
import type { MatchInfo, MatchList } from '../lib/wire';
import { myTurn } from '../lobby/words';

/** How often the server is asked. */
const often = 20_000;

/** Whether this browser can give notices at all. */
export const canNotify = () => 'Notification' in globalThis;

/** Asks for leave to give notices; whether it was given. */
export async function allowed(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** The matches that wait for the player now and did not when he last looked; and all that wait. */
export function fresh(known: ReadonlySet<string>, matches: MatchInfo[]): { told: MatchInfo[]; waiting: Set<string> } {
  const calls = matches.filter(myTurn);
  return { told: calls.filter(({ id }) => !known.has(id)), waiting: new Set(calls.map(({ id }) => id)) };
}

/** Watches over the player's games until the returned function is called. */
export function watch(): () => void {
  let known: Set<string> | null = null;
  const look = async () => {
    const { matches } = await get<MatchList>('/api/matches?list=mine');
    const { told, waiting } = fresh(known ?? new Set(), matches);
    if (known !== null && document.hidden) told.forEach(tell);
    known = waiting;
  };
  // A server that is gone is told of elsewhere.
  const tick = () => void look().catch(() => undefined);
  tick();
  const timer = setInterval(tick, often);
  return () => clearInterval(timer);
}

function tell(match: MatchInfo): void {
  const notice = new Notification(`Your move: ${match.title}`, {
    body: `Turn ${match.turn}`,
    tag: match.id,
    icon: '/icon-192.png',
  });
  notice.onclick = () => {
    focus();
    go(`/m/${encodeURIComponent(match.id)}`);
    notice.close();
  };
}
