// What belongs together when moves are shown, and how long each of them is looked at.

import type { LogEvent } from '../lib/wire';
import { beat, type Speed } from './queue';
import { quiet } from './kinds';

/** One action as it is shown. */
export interface Shown {
  side: string;
  events: LogEvent[];
}

/** By what a counter belongs to others: its army, corps or nation; null where nobody can say. */
export type FormationOf = (piece: string) => string | null;

/** Whether the rest goes on with what an action did: quiet moves of one side and one formation. */
export function joined(before: Shown, rest: readonly Shown[], formationOf: FormationOf): boolean {
  // Who picks a counter up has done nothing yet.
  const after = rest.find(({ events }) => events.length > 0);
  if (!after || before.side !== after.side || !isQuiet(before) || !isQuiet(after)) return false;
  return kindOf(after) === kindOf(before) && formationIn(after, formationOf) === formationIn(before, formationOf);
}

/** How long an action is looked at before the rest goes on, in milliseconds; `calm` where nothing is to flit by. */
export function hold(
  speed: Speed,
  shown: Shown,
  rest: readonly Shown[],
  formationOf: FormationOf,
  calm: boolean,
): number {
  const one = beat(speed);
  if (one === 0 || shown.events.length === 0) return 0;
  if (joined(shown, rest, formationOf)) return calm ? 0 : one / 5;
  if (shown.events.some(isLoss)) return 2.5 * one;
  return shown.events.some(({ rolls }) => (rolls?.length ?? 0) > 0) ? 1.6 * one : one;
}

/** Whether nothing is lost and no die falls. */
export const isQuiet = ({ events }: Shown) => events.every((event) => quiet[event.kind] && !isLoss(event) && !event.rolls?.length);

const isLoss = ({ kind, losses }: LogEvent) => kind === 'loss' || (losses?.length ?? 0) > 0;

const kindOf = ({ events }: Shown) => events[0]?.kind;

/** By what the first counter of an action belongs to others. */
export function formationIn({ events }: Shown, formationOf: FormationOf): string | null {
  const piece = events.flatMap(({ pieces }) => pieces ?? [])[0];
  return piece === undefined ? null : formationOf(piece);
}
