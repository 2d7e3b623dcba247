// Where on a chart dice are read: what a forecast aims at, or where the last roll was read.
import type { Aim, AimStep, Chart, Forecast, GameInfo, LogEvent } from '../lib/wire';

/** A place on a chart, and what led there. */
export interface Mark {
  /** The column in which the dice are read. */
  column?: string;
  /** The line in which they were read. */
  line?: string;
  /** The column before anything moved it. */
  from?: string;
  /** What moved it or changed the dice, in order. */
  steps?: AimStep[];
}

/** The marks of all charts that the last roll was read on, or that a forecast aims at, by the name of the chart. */
export function marks(forecast: Forecast | null | undefined, log: LogEvent[]): Map<string, Mark> {
  const aims = forecast?.aims ?? [];
  if (aims.length > 0) return new Map(aims.map((aim: Aim) => [aim.chart, aim]));
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const read = (log[at]!.rolls ?? []).flatMap(({ table }) => (table ? [table] : []));
    if (read.length > 0) return new Map(read.map((table) => [table.name, table]));
  }
  return new Map();
}

/** The place of the column that a mark lights; a chart with one column needs no name for it. */
export function litColumn(chart: Chart, mark: Mark | undefined): number {
  if (!mark) return -1;
  if (mark.column === undefined) return chart.columns.length === 1 ? 0 : -1;
  return chart.columns.indexOf(mark.column);
}

/** The place of the line that a mark lights. */
export function litLine(chart: Chart, mark: Mark | undefined): number {
  return mark?.line === undefined ? -1 : chart.lines.findIndex(({ head }) => head === mark.line);
}

/** A number with its sign, as on a counter. */
export const signed = (by: number) => (by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '0');

/** The options of a match that differ from how the game is usually played. */
export function differing(game: GameInfo, options: string[]): string[] {
  const usual = new Set(game.options.map(({ id, default: on }) => `${id}=${on ? 'on' : 'off'}`));
  return options.filter((option) => !usual.has(option));
}
