// What a stroke of the brush changes: keys of the project, with what stands under them. What is as it was shipped is told as
// null, so that a project holds nothing but what differs.

import type { MapSheet } from '../lib/wire';
import type { Changed } from './project.svelte';

type Edit = Record<string, Changed | null>;

/** The hexside between two hexes, named the same from both. */
export const between = (a: string, b: string) => (a < b ? `${a}/${b}` : `${b}/${a}`);

/** A sheet in which one looks up by hex and by hexside. */
export class Looked {
  readonly ground: ReadonlyMap<string, number>;
  readonly sides: ReadonlyMap<string, readonly number[]>;
  readonly regions: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(readonly sheet: MapSheet) {
    this.ground = new Map(sheet.hexes.map((hex) => [hex.id, hex.terrain]));
    this.sides = new Map(sheet.sides.map(({ hexes: [a, b], features }) => [between(a, b), features]));
    this.regions = new Map(sheet.regions.map(({ id, hexes }) => [id, new Set(hexes)]));
  }

  has(feature: string, a: string, b: string): boolean {
    const at = this.sheet.features.findIndex(({ id }) => id === feature);
    return this.sides.get(between(a, b))?.includes(at) ?? false;
  }
}

/** How a symmetric brush paints: not at all, from side to side, from top to bottom, or turned by half. */
export type Mirror = 'none' | 'across' | 'down' | 'turned';

/** The hex that lies opposite to another on the map, or the nearest to that place; null where there is none, or it is the same. */
export function opposite(hexes: MapSheet['hexes'], id: string, mirror: Mirror, size: number): string | null {
  const hex = hexes.find((one) => one.id === id);
  if (!hex || mirror === 'none') return null;
  const [xs, ys] = [hexes.map(({ x }) => x), hexes.map(({ y }) => y)];
  const over = (of: number, all: number[]) => Math.min(...all) + Math.max(...all) - of;
  const x = mirror === 'down' ? hex.x : over(hex.x, xs);
  const y = mirror === 'across' ? hex.y : over(hex.y, ys);
  let best: { id: string; away: number } | null = null;
  for (const other of hexes) {
    const away = Math.hypot(other.x - x, other.y - y);
    if (away <= size && (best === null || away < best.away - 0.01)) best = { id: other.id, away };
  }
  return best === null || best.id === id ? null : best.id;
}

/** Hexes get this ground. */
export function ground(shipped: Looked, hexes: readonly string[], terrain: string, source: string): Edit {
  const kinds = shipped.sheet.terrains;
  return Object.fromEntries(
    hexes.map((hex) => {
      const same = kinds[shipped.ground.get(hex) ?? -1]?.id === terrain;
      return [`ground ${shipped.sheet.file} ${hex}`, same ? null : { value: terrain, source }];
    }),
  );
}

/** A feature comes to lie on a hexside, or goes. */
export function side(shipped: Looked, feature: string, a: string, b: string, there: boolean, source: string): Edit {
  const same = shipped.has(feature, a, b) === there;
  return { [`hexside ${shipped.sheet.file} ${feature} ${between(a, b)}`]: same ? null : { value: there, source } };
}

/** A hex comes to belong to a region, or does no more. */
export function member(shipped: Looked, region: string, hex: string, there: boolean, source: string): Edit {
  const same = (shipped.regions.get(region)?.has(hex) ?? false) === there;
  return { [`region ${shipped.sheet.file} ${region} ${hex}`]: same ? null : { value: there, source } };
}

/** An area copied to another place: the ground of each of its hexes, moved by as much as the first. */
export function copied(
  now: Looked,
  shipped: Looked,
  hexes: readonly string[],
  from: string,
  to: string,
  source: string,
): Edit {
  const at = new Map(now.sheet.hexes.map((hex) => [hex.id, hex]));
  const [start, end] = [at.get(from), at.get(to)];
  if (!start || !end) return {};
  const by = { x: end.x - start.x, y: end.y - start.y };
  const edits = hexes.flatMap((id) => {
    const hex = at.get(id);
    const target = hex && now.sheet.hexes.find(({ x, y }) => Math.hypot(x - hex.x - by.x, y - hex.y - by.y) < 2);
    const terrain = now.sheet.terrains[hex?.terrain ?? -1]?.id;
    return target && terrain !== undefined ? [ground(shipped, [target.id], terrain, source)] : [];
  });
  return Object.assign({}, ...edits) as Edit;
}
