// The dice on the table: what fell, in words, and how lucky it was. What each roll was hoped to show, and how likely that
// was, the rules say; here it is only added up.

import type { Fortune, LogEvent, Roll } from '../lib/wire';

/** One roll, and the line of the log that tells it. */
export interface Fallen {
  roll: Roll;
  event: LogEvent;
}

/** How many rolls lie in the tray. */
export const trayed = 20;

/** The last rolls, the latest first. */
export function tray(events: LogEvent[], most = trayed): Fallen[] {
  const found: Fallen[] = [];
  for (let at = events.length - 1; at >= 0 && found.length < most; at -= 1) {
    const event = events[at]!;
    for (const roll of [...(event.rolls ?? [])].reverse()) found.push({ roll, event });
  }
  return found.slice(0, most);
}

/** `2d6 +1 = 9` */
export function sumText({ dice, modifier = 0, total }: Roll): string {
  const kinds = [...new Set(dice.map(({ sides }) => sides))];
  const named = kinds.map((sides) => {
    const count = dice.filter((die) => die.sides === sides).length;
    return `${count > 1 ? count : ''}d${sides}`;
  });
  const added = modifier === 0 ? '' : ` ${modifier > 0 ? '+' : '−'}${Math.abs(modifier)}`;
  return `${named.join(' ')}${added} = ${total < 0 ? '−' : ''}${Math.abs(total)}`;
}

/** What was read in a table, with a space behind every comma; tables print a dash for nothing. */
export function resultOf({ table }: Roll): string {
  const result = table?.result ?? '';
  return result === '-' ? 'no effect' : result.replace(/,(?=\S)/g, ', ');
}

/** The whole of it, with what the dice hit: `2d6 = 8 on 3:1: A1, D2`. */
export function rollText(roll: Roll): string {
  const { column, line = '' } = roll.table ?? {};
  // A place that is but the total or the die has been said, and so has a result that is but the modifier; of one column none is said.
  const [die, ...others] = roll.dice;
  const isPlain = column === 'result' || column === `${roll.total}` || (others.length === 0 && column === `${die?.value}`);
  const where = isPlain ? '' : (column ?? (/^-?\d+$/.test(line) ? '' : line));
  const isSaid = roll.modifier !== undefined && Number(roll.table?.result) === roll.modifier;
  const result = isSaid ? '' : resultOf(roll);
  return `${sumText(roll)}${where === '' ? '' : ` on ${where}`}${result === '' ? '' : `: ${result}`}`;
}

/** The dice of one action, gathered at the hexes by which they land. */
export interface Landing {
  hex: string;
  rolls: Roll[];
}

/** Dice in more hexes than these, as after a set-up, would only lie on the counters: they are in the log and the tray. */
const mostPlaces = 12;

/** Where the dice of the last action lie: by the hex that the event is about, which it names last. */
export function landings(events: LogEvent[], action: number): Landing[] {
  const places = new Map<string, Roll[]>();
  for (let at = events.length - 1; at >= 0 && events[at]!.at >= action; at -= 1) {
    const { rolls = [], hexes = [] } = events[at]!;
    const hex = hexes.at(-1);
    if (rolls.length > 0 && hex !== undefined) places.set(hex, [...rolls, ...(places.get(hex) ?? [])]);
  }
  return places.size > mostPlaces ? [] : [...places].map(([hex, rolls]) => ({ hex, rolls }));
}

const nothing = { rolls: 0, share: 0, spread: 0, marks: 0, hoped: 0, came: 0, others: 0, pips: 0, mean: 0 };

/** What the dice have been to each side so far. */
export function tally(events: LogEvent[], sides: string[], before: Fortune[] = []): Fortune[] {
  const fortunes = new Map(sides.map((side) => [side, { ...nothing, ...before.find((known) => known.side === side), side }]));
  for (const { rolls = [], side } of events) {
    for (const roll of rolls) {
      const fortune = fortunes.get(roll.luck?.side ?? side ?? '');
      if (fortune) add(fortune, roll);
    }
  }
  return [...fortunes.values()];
}

/** What they had been before these events. */
export function before(fortunes: Fortune[], events: LogEvent[]): Fortune[] {
  const since = tally(events, fortunes.map(({ side }) => side));
  return fortunes.map((fortune, at) => {
    const earlier = { ...fortune };
    for (const name of Object.keys(nothing) as (keyof typeof nothing)[]) earlier[name] -= since[at]![name];
    return earlier;
  });
}

function add(fortune: Fortune, { luck, total, mean }: Roll): void {
  if (!luck) {
    fortune.others += 1;
    fortune.pips += total;
    fortune.mean += mean;
    return;
  }
  fortune.rolls += 1;
  fortune.share += luck.share;
  fortune.spread += luck.spread;
  if (luck.chance === undefined || luck.came === undefined) return;
  fortune.marks += 1;
  fortune.hoped += luck.chance;
  fortune.came += luck.came ? 1 : 0;
}

/** Fewer rolls than these say nothing. */
const enough = 5;

/** Of a hundred players with the same rolls to make, how many would have been less lucky; null while there were too few. */
export function luckier(fortune: Fortune): number | null {
  if (fortune.rolls < enough || fortune.spread <= 0) return null;
  const away = (fortune.share - fortune.rolls / 2) / Math.sqrt(fortune.spread);
  return Math.min(99, Math.max(1, Math.round(100 * normal(away))));
}

/** The share of a bell curve below so many deviations, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

const rolls = (count: number) => `${count} ${count === 1 ? 'roll' : 'rolls'}`;
const tenth = (value: number) => value.toFixed(1).replace(/\.0$/, '');

/** A side's luck, in a sentence or two. */
export function luckText(fortune: Fortune): string[] {
  const share = luckier(fortune);
  const lines: string[] = [];
  if (fortune.rolls === 0) lines.push('No roll yet of which more or less would have been better.');
  else if (share === null) lines.push(`${rolls(fortune.rolls)}: too few to speak of luck.`);
  else lines.push(`Luckier than ${share} of 100 would be over the same ${rolls(fortune.rolls)}.`);
  if (fortune.marks > 0) lines.push(`${fortune.came} of ${fortune.marks} came off, ${tenth(fortune.hoped)} were to be expected.`);
  if (fortune.others > 0)
    lines.push(`${rolls(fortune.others)} without better or worse: ${fortune.pips} pips for ${tenth(fortune.mean)} expected.`);
  return lines;
}
