// When the page asks once more before something is done, and of what in a hex it tells the odds.

import type { Settings } from '../lib/settings.svelte';
import type { Choice, Forecast } from '../lib/wire';
import type { InHand } from './battle';
import { wanted } from './orders';

/** Whether the card of the attack in hand has told what the dice of an option may do. */
export function isTold({ action }: Choice, hand: InHand | null, forecasts: ReadonlyMap<string, Forecast | null>): boolean {
  return hand?.make?.action === action && (forecasts.get(action) ?? null) !== null;
}

/** Whether the odds of an option lie open beside the map, because it is pointed at. */
export function isInSight({ action }: Choice, looked: Choice | null, forecast: Forecast | null | undefined): boolean {
  return looked?.action === action && forecast !== null && forecast !== undefined;
}

/** Whether something must be asked before it is done: dice fall of whose odds nothing has told, or a phase ends early. */
export function asks(
  { rolls, leaves }: Choice,
  told: boolean,
  { confirmDice, confirmEnds }: Pick<Settings, 'confirmDice' | 'confirmEnds'>,
): boolean {
  return (rolls && confirmDice && !told) || (leaves !== undefined && confirmEnds);
}

/** Of several options in one place the one that is looked at: the only one, or the attack. */
export function mainOf(choices: Choice[]): Choice | null {
  const here = wanted(choices);
  if (here.length === 1) return here[0]!;
  return here.find(({ role }) => role === 'fight' || role === 'aim') ?? null;
}
