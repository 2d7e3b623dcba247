// The colours of a counter, worked out from the one its nation is printed in.

import type { GameInfo, Piece } from '../lib/wire';
import { printed } from './roster';
import { settings, sideColour } from '../lib/settings.svelte';

export interface Tones {
  /** The cardboard. */
  ground: string;
  /** Its upper and lower edge. */
  light: string;
  dark: string;
  /** What is printed on it. */
  ink: string;
  /** The symbol's box. */
  box: string;
  /** Which side, for the hatching of the colour-blind safe palette; -1 for neither. */
  side: number;
}

type Rgb = [number, number, number];

function rgb(colour: string): Rgb {
  const hex = /^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? /^#([0-9a-f]{3})$/i.exec(colour)?.[1]?.replace(/./g, '$&$&');
  if (hex === undefined) return [176, 170, 150];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

const text = (colour: Rgb) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (from: Rgb, to: Rgb, share: number) => from.map((part, at) => part + (to[at]! - part) * share) as Rgb;

/** How bright a colour is to the eye, from 0 to 1 (WCAG). */
export function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How well two colours stand apart, from 1 to 21 (WCAG). */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const black: Rgb = [24, 20, 14];
const white: Rgb = [255, 253, 246];

/** The tones of a counter printed in this colour. */
export function tonesOf(colour: string, side: number): Tones {
  const ground = rgb(colour);
  const ink = contrast(colour, text(black)) >= contrast(colour, text(white)) ? black : white;
  return {
    ground: text(ground),
    light: text(mix(ground, white, 0.55)),
    dark: text(mix(ground, black, 0.45)),
    ink: text(ink),
    box: text(mix(ground, ink === black ? white : black, 0.5)),
    side,
  };
}

/** A colour on which white or black can be read, and which of the two. */
export function inkOn(colour: string): string {
  return tonesOf(colour, -1).ink;
}

const known = new Map<string, Tones>();

/** The tones of a piece: its army's or nation's where the game has several, else its side's. */
export function tones(game: GameInfo, piece: Pick<Piece, 'id' | 'side' | 'nation'>): Tones {
  const side = game.sides.findIndex((candidate) => candidate.id === piece.side);
  const standard = settings.palette === 'standard';
  const nation = standard ? game.nations?.find(({ id }) => id === piece.nation) : undefined;
  const army = standard ? printed(game, piece)?.formations.find(({ ground }) => ground !== undefined) : undefined;
  const colour = army?.ground ?? nation?.colour ?? sideColour(game, piece.side);
  const key = `${colour} ${side}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = tonesOf(colour, side)));
  return found;
}
