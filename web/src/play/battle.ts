// A fight as the table shows it while it is put together. What everything adds and may lead to, the rules say; here it is
// only compared and put into words.

import type { Choice, Fate, Fight, Forecast, LogEvent } from '../lib/wire';

/** The options by which attacks are put together and made. */
export interface Afoot {
  makes: Choice[];
  joins: Choice[];
}

/** The same, of the attack that is on the card. */
export interface InHand {
  /** Makes it as it stands. */
  make: Choice | null;
  joins: Choice[];
}

/** The attacks that are being put together or wait to be made, if there are any. */
export function afoot(choices: Choice[]): Afoot | null {
  const makes = choices.filter(({ role }) => role === 'fight');
  const joins = choices.filter(({ role }) => role === 'join');
  return makes.length === 0 && joins.length === 0 ? null : { makes, joins };
}

/** The attack on the card: of several the one that is looked at, else the first. */
export function inHand({ makes, joins }: Afoot, looked: Choice | null): InHand {
  return { make: makes.find((make) => make === looked) ?? makes[0] ?? null, joins };
}

/**
 * What came of the attack that was made when so many actions had been played: all that is told until its dice have fallen, be they
 * rolled some questions later, and nothing of what begins then.
 */
export function outcome(log: LogEvent[], from: number): LogEvent[] {
  const told = log.filter(({ at }) => at >= from);
  const fell = told.find(({ rolls }) => rolls?.length)?.at ?? Infinity;
  const own = told.filter(({ at }) => at <= fell);
  const end = own.findIndex(({ kind }) => kind === 'phase' || kind === 'activation');
  return end < 0 ? own : own.slice(0, end);
}

const several = (count: number, one: string, many: string) => `${Math.abs(count)} ${Math.abs(count) === 1 ? one : many}`;

/** What a fight gains against another: `+1 column`; where no rung is gained, the strength. */
export function gain(before: Fight | null, after: Fight): string {
  if (!before) return after.odds;
  const rungs = after.rung - before.rung;
  const sign = (value: number) => (value < 0 ? '−' : '+');
  if (rungs !== 0) {
    if (after.ladder === 'column') return `${sign(rungs)}${several(rungs, 'column', 'columns')}`;
    return after.ladder === 'odds' ? `${sign(rungs)}${Math.abs(rungs)} to the odds` : `${sign(rungs)}${Math.abs(rungs)} on the die`;
  }
  const strength = Math.round(10 * (after.strength - before.strength)) / 10;
  return strength === 0 ? 'no change' : `${sign(strength)}${Math.abs(strength)} strength`;
}

/** The attack as it stands; before anybody has joined, as it would be with the most. */
export function standing({ make, joins }: InHand, forecasts: ReadonlyMap<string, Forecast | null>): Fight | null {
  const made = make && forecasts.get(make.action)?.fight;
  return made ?? best(helps(joins, forecasts, null))?.fight ?? null;
}

/** What becomes of the defender, in words. */
export const fates: Record<Fate, string> = {
  destroyed: 'destroyed',
  retreats: 'goes back',
  weakened: 'is hurt and stays',
  stands: 'stands',
};

const losses = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Mean losses, in words; nothing where the dice alone do not decide them. */
export function lossText({ losses: mean }: Fight): string {
  if (!mean) return '';
  const steps = (count: number) => {
    const shown = losses.format(count);
    return shown === '0' ? 'nothing' : `${shown} ${shown === '1' ? 'step' : 'steps'}`;
  };
  const [attacker, defender] = [steps(mean.attacker), steps(mean.defender)];
  if (attacker === 'nothing' && defender === 'nothing') return 'Nobody loses a step by it.';
  return `On average the attacker loses ${attacker}, the defender ${defender}.`;
}

export function percent(share: number): string {
  const value = 100 * share;
  return `${value > 0 && value < 0.1 ? '<0.1' : value.toFixed(value === 100 || value === 0 ? 0 : 1)} %`;
}

/** Something that could still join, and what it would add. */
export interface Help {
  choice: Choice;
  fight: Fight;
  adds: string;
}

/** Whether it is the same attack, with somebody more: only then can be said what he adds. */
const isSame = (one: Fight, other: Fight) => one.targets.every((hex) => other.targets.includes(hex));

const better = (one: Fight, other: Fight) => other.rung - one.rung || other.strength - one.strength;

/**
 * What could still join, the most helpful first; of a counter that can give more or less, the most. Before anybody has joined the first
 * is that all do, and then come those who can. What helps beyond that is support: it says what it adds to all of them, and comes last.
 */
export function helps(joins: Choice[], forecasts: ReadonlyMap<string, Forecast | null>, base: Fight | null): Help[] {
  const known = joins.flatMap((choice) => {
    const fight = forecasts.get(choice.action)?.fight;
    return fight ? [{ choice, fight }] : [];
  });
  known.sort((one, other) => better(one.fight, other.fight));
  const all = base ? undefined : known.find(({ choice }) => choice.piece === undefined && choice.hex === undefined);
  const before = (fight: Fight) => base ?? (all && better(fight, all.fight) < 0 ? all.fight : null);
  const named = new Set<string>();
  const ways = known.flatMap(({ choice, fight }) => {
    if (choice.piece !== undefined && named.has(choice.piece)) return [];
    if (choice.piece !== undefined) named.add(choice.piece);
    const than = before(fight);
    return [{ choice, fight, adds: gain(than && isSame(than, fight) ? than : null, fight) }];
  });
  if (!all) return ways;
  const isSupport = ({ fight }: Help) => better(fight, all.fight) < 0;
  const main = ways.filter((help) => !isSupport(help));
  return [...main.filter(({ choice }) => choice === all.choice), ...main.filter(({ choice }) => choice !== all.choice), ...ways.filter(isSupport)];
}

/** The best that an attack can be made by one of these. */
export const best = (helps: readonly Help[]): Help | undefined =>
  helps.reduce<Help | undefined>((found, help) => (found && better(help.fight, found.fight) >= 0 ? found : help), undefined);
