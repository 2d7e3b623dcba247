// Reinforcements by turn.

import type { Arrival } from '../lib/wire';

/** Arrivals grouped by turn, in the order in which they come. */
export function byTurn(arrivals: Arrival[]): { turn: number; arrivals: Arrival[] }[] {
  const turns = new Map<number, Arrival[]>();
  for (const arrival of arrivals) turns.set(arrival.turn, [...(turns.get(arrival.turn) ?? []), arrival]);
  return [...turns].sort(([one], [other]) => one - other).map(([turn, held]) => ({ turn, arrivals: held }));
}
