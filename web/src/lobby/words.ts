// Matches in words.

import { inScenario } from '../counters/roster';
import type { GameInfo, MatchInfo, OptionInfo, OwnDefault, Pace, ScenarioInfo, Seat } from '../lib/wire';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** How long ago something was. Times are milliseconds since 1970. */
export function ago(then: number, now: number): string {
  const passed = now - then;
  const unit = units.find(([, length]) => passed >= length);
  return unit ? relative.format(-Math.floor(passed / unit[1]), unit[0]) : 'just now';
}

/** A length of time in its largest unit: `90 min`, `3 days`. */
export function span(ms: number): string {
  const [count, unit] =
    ms >= day ? [ms / day, 'day'] : ms >= 3 * hour ? [ms / hour, 'hour'] : ms >= minute ? [ms / minute, 'min'] : [ms / 1000, 's'];
  const number = Math.round(count * 10) / 10;
  return `${number} ${unit}${number === 1 || unit === 'min' || unit === 's' ? '' : 's'}`;
}

/** A match's clock. */
export function paceWords(pace: Pace): string {
  if (pace.kind === 'none') return 'No clock';
  if (pace.kind === 'slow') return `Slow: ${span(pace.grace_ms)} each time, ${span(pace.bank_ms)} in the bank`;
  return `Live: ${span(pace.bank_ms)} a side, ${span(pace.grace_ms)} free each time`;
}

/** The same for a narrow place. */
export function paceShort(pace: Pace): string {
  if (pace.kind === 'none') return 'no clock';
  return pace.kind === 'slow' ? `slow, ${span(pace.grace_ms)}` : `live, ${span(pace.bank_ms)}`;
}

/** Who sits in a seat. */
export function sitter(seat: Seat): string {
  if (seat.who === 'open') return 'open seat';
  if (seat.who === 'link') return seat.name ?? 'by link';
  if (seat.who === 'computer') return `computer, ${(seat.computer ?? seat.name ?? 'unknown').replace(':', ', ')}`;
  return `${seat.name ?? 'a guest'}${seat.rating === undefined ? '' : ` (${seat.rating})`}`;
}

/** Whether it is the asking player's turn. */
export function myTurn(match: MatchInfo): boolean {
  return match.status === 'playing' && match.seats.some((seat) => seat.yours && seat.side === match.to_choose);
}

/** My games in the order in which they want me: those that wait for me, those in play, those that wait for others, the rest. */
export function mineFirst(matches: readonly MatchInfo[]): MatchInfo[] {
  const rank = (match: MatchInfo) => (myTurn(match) ? 0 : match.status === 'playing' ? 1 : match.status === 'waiting' ? 2 : 3);
  return [...matches].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

/** Whether a match is played by others alone: one's own are in a list of their own. */
export function isOthers({ seats }: Pick<MatchInfo, 'seats'>): boolean {
  return seats.every(({ yours }) => !yours);
}

/** A turn among all of its scenario, by the numbers on the turn track. */
export function turnOf(turn: number, scenario: ScenarioInfo | undefined): string {
  return scenario?.turns ? `Turn ${turn} of ${(scenario.first ?? 1) + scenario.turns - 1}` : `Turn ${turn}`;
}

/** What the sides are called in one scenario or another, each with the game as it is dressed there; or in this one alone. */
export function sidesOf(game: GameInfo, scenario = ''): { dress: GameInfo; side: string; title: string }[][] {
  const one = game.scenarios.filter(({ id }) => id === scenario);
  const looked = one.length > 0 ? one : game.scenarios;
  return game.sides.map((_, at) => {
    const called = looked.map(({ id }) => inScenario(game, id)).map((dress) => ({ dress, ...dress.sides[at]! }));
    const first = called.filter(({ title }, place) => called.findIndex((other) => other.title === title) === place);
    return first.map(({ dress, id, title }) => ({ dress, side: id, title }));
  });
}

/** Who fights whom in a game: `German against Russian or Allied`. */
export function against(game: GameInfo): string {
  return sidesOf(game)
    .map((called) => called.map(({ title }) => title).join(' or '))
    .join(' against ');
}

/** Where a match stands: its turn, or how it ended. */
export function standing(match: MatchInfo, game: GameInfo | undefined): string {
  if (match.status === 'over') return match.result?.text ?? 'Over';
  if (match.status === 'waiting') return 'Waiting for players';
  return turnOf(match.turn, game?.scenarios.find((scenario) => scenario.id === match.scenario));
}

/** What in a game is reconstruction, by what it belongs to: [`board`, [`Paroy`, ...]]. */
export function byTopic(reconstruction: string[]): [string, string[]][] {
  const topics = new Map<string, string[]>();
  for (const line of reconstruction) {
    const colon = line.indexOf(': ');
    const [topic, rest] = colon < 0 ? ['other', line] : [line.slice(0, colon), line.slice(colon + 2)];
    topics.set(topic, [...(topics.get(topic) ?? []), rest]);
  }
  return [...topics];
}

/** Whose an option is, and whether the standard game has it, or somebody's copy of it otherwise. */
export function whoseWords(option: OptionInfo, own?: OwnDefault): string {
  const by = option.by.charAt(0).toUpperCase() + option.by.slice(1);
  const source = own?.source ?? option.changed;
  if (source !== undefined) {
    return `${(own?.default ?? option.default) ? 'On' : 'Off'} in this copy of the game (${source}). ${by}.`;
  }
  return option.default ? `On in the standard game. ${by}.` : `${by}.`;
}

/** The rule by which a match cannot end in a draw, so that none can be offered. */
export function noDraws(game: GameInfo, match: Pick<MatchInfo, 'scenario' | 'options'>): string | null {
  const found = game.scenarios.find((scenario) => scenario.id === match.scenario)?.no_draws;
  if (!found || (found.unless && match.options.includes(`${found.unless}=on`))) return null;
  return found.clause;
}
