// An analysis in the page's terms: the curve, words for numbers, and a line as something drawn over the map.

import type { Analysis, Estimate, GameInfo, Grade, GraphPoint, LineStep, Moment, Overlay } from '../lib/wire';

/** A change of a chance in points of a hundred, with its sign. */
export function signed(change: number): string {
  const points = Math.round(100 * change);
  return points < 0 ? `−${-points}\u00a0%` : `+${points}\u00a0%`;
}

/** A chance in points of a hundred. */
export function percent(chance: number): string {
  return `${Math.round(100 * chance)}\u00a0%`;
}

/** A number with the span in which the truth lies 95 of 100 times. */
export function spanned({ mean, error }: Estimate): string {
  return `${percent(mean)} (±${Math.round(200 * error)})`;
}

/** A change with its span. */
export function sure({ mean, error }: Estimate): string {
  return `${signed(mean)} (±${Math.round(200 * error)})`;
}

/** The word for what decided something. */
export function wordOf(moment: Moment): string {
  if (moment.kind === 'luck') return moment.change.mean > 0 ? 'Luck' : 'Bad luck';
  const words: Record<Grade, string> = { good: 'Good', doubtful: 'Doubtful', mistake: 'Mistake', blunder: 'Blunder' };
  return words[moment.grade ?? 'good'];
}

/** What a chess player writes behind a move. */
export function markOf(moment: Moment): string {
  if (moment.kind === 'luck') return '⚄';
  const marks: Record<Grade, string> = { good: '', doubtful: '?!', mistake: '?', blunder: '??' };
  return marks[moment.grade ?? 'good'];
}

/** Where actions and chances lie in a picture. */
export interface Frame {
  width: number;
  height: number;
  actions: number;
}

export const across = (frame: Frame, at: number) => (frame.actions === 0 ? 0 : (frame.width * at) / frame.actions);
export const down = (frame: Frame, chance: number) => frame.height * (1 - chance);

/** The curve of the chance, and the band of its uncertainty. */
export function curve(points: GraphPoint[], frame: Frame): { line: string; band: string } {
  const place = (at: number, chance: number) =>
    `${across(frame, at).toFixed(1)} ${down(frame, Math.min(1, Math.max(0, chance))).toFixed(1)}`;
  const line = points.map(({ at, chance }, index) => `${index === 0 ? 'M' : 'L'}${place(at, chance.mean)}`).join('');
  const upper = points.map(({ at, chance }) => place(at, chance.mean + 2 * chance.error));
  const lower = points.map(({ at, chance }) => place(at, chance.mean - 2 * chance.error)).reverse();
  const band = points.length < 2 ? '' : `M${[...upper, ...lower].join('L')}Z`;
  return { line, band };
}

/** The chance of the first side after so many actions. */
export function chanceAt(points: GraphPoint[], at: number): Estimate | null {
  return (points.findLast((point) => point.at <= at) ?? points[0])?.chance ?? null;
}

/** The moment that is nearest to a place, the graver of two that are as near. */
export function nearest(analysis: Analysis, at: number): Moment | null {
  let best: Moment | null = null;
  for (const moment of analysis.moments) {
    const before = best === null ? Infinity : Math.abs(best.at - at);
    const now = Math.abs(moment.at - at);
    const graver = best !== null && Math.abs(moment.change.mean) > Math.abs(best.change.mean);
    if (now < before || (now === before && graver)) best = moment;
  }
  return best;
}

/** A line as it is drawn over the map: the ways that counters take, and numbers where something is done. */
export function ghost(steps: LineStep[], text: string): Overlay {
  const ways = steps.flatMap((step, number) => {
    const from = step.events.flatMap((event) => (event.way && event.hexes ? [event.hexes] : []));
    const hexes = from[0] ?? step.hexes;
    return hexes.length > 0 ? [{ step, number: number + 1, hexes }] : [];
  });
  const marks = new Map<string, { numbers: number[]; side: string }>();
  for (const { step, number, hexes } of ways) {
    const last = hexes.at(-1)!;
    const mark = marks.get(last) ?? { numbers: [], side: step.side };
    mark.numbers.push(number);
    marks.set(last, mark);
  }
  return {
    kind: 'moves',
    text,
    clauses: [],
    hexes: [...marks].map(([hex, { numbers, side }]) => ({ hex, side, shade: 2, label: numbers.join(' ') })),
    lines: ways
      .filter(({ hexes }) => hexes.length > 1)
      .map(({ step, hexes }) => ({ hexes, side: step.side, shade: 3, open: true, text: step.text, clauses: [] })),
  };
}

/** With whose eyes a game can be looked at again. */
export function eyesOf(game: GameInfo): { id: string; title: string }[] {
  return [
    { id: 'each', title: 'Each choice by what its side knew' },
    ...game.sides.map(({ id, title }) => ({ id, title: `All by what ${title} knew` })),
    { id: 'all', title: 'With open cards' },
  ];
}
