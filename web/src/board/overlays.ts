// Overlays in the page's terms: their keys, and what an overlay marks put together for drawing. What is marked, and why,
// comes from the rules.

import type { Derivation, Overlay, OverlayHex, OverlayKind } from '../lib/wire';

/** The key that switches each overlay. */
export const overlayKeys: Record<OverlayKind, string> = {
  zones: 'z',
  supply: 'y',
  command: 'g',
  fire: 'f',
  threat: 'e',
  victory: 'v',
  holdings: 'w',
  moves: 'm',
};

/** What each overlay is in any game, for the list of keys. */
export const overlayWords: Record<OverlayKind, string> = {
  zones: 'zones of control',
  supply: 'supply and its lines',
  command: 'headquarters, leaders and armies',
  fire: 'what can be fired at from a hex',
  threat: 'what the enemy could bring to a hex',
  victory: 'victory hexes',
  holdings: 'who holds what',
  moves: "last turn's moves",
};

/** The overlay that a key switches. */
export function overlayOf(key: string): OverlayKind | null {
  const kinds = Object.keys(overlayKeys) as OverlayKind[];
  return kinds.find((kind) => overlayKeys[kind] === key.toLowerCase()) ?? null;
}

/** Hexes that are drawn alike: of one side (-1 for nobody's), in one shade. */
export interface Patch {
  side: number;
  shade: number;
  hexes: string[];
}

/** The marked hexes by side and shade, the faint ones first. */
export function patches(overlay: Overlay, sides: string[]): Patch[] {
  const found = new Map<string, Patch>();
  for (const { hex, side, shade } of overlay.hexes) {
    const at = side === undefined ? -1 : sides.indexOf(side);
    const key = `${shade} ${at}`;
    const patch = found.get(key);
    if (patch) patch.hexes.push(hex);
    else found.set(key, { side: at, shade, hexes: [hex] });
  }
  return [...found.values()].sort((a, b) => a.shade - b.shade || a.side - b.side);
}

/** What is marked in a hex, and why. */
export function marksAt(overlay: Overlay | null, hex: string | null): OverlayHex[] {
  if (!overlay || hex === null) return [];
  return overlay.hexes.filter((marked) => marked.hex === hex);
}

/** A derivation in one line, for those who listen. */
export function inWords({ label, value, parts }: Derivation): string {
  const opened = (parts ?? []).map(inWords);
  const head = value === '' ? label : `${label}: ${value}`;
  return opened.length > 0 ? `${head} (${opened.join('; ')})` : head;
}
