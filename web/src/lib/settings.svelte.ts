// What the player likes, kept in this browser.

import { keep, recall } from './memory';
import type { GameInfo } from './wire';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** `safe`: side colours that every eye tells apart, with shapes and hatching. */
  palette: 'standard' | 'safe';
  sounds: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether the numbers of all hexes are shown. */
  numbers: boolean;
  computerSpeed: 'instant' | 'fast' | 'normal' | 'slow';
  /** Ask before dice fall. */
  confirmDice: boolean;
  /** Ask before a phase is ended in which more could be done. */
  confirmEnds: boolean;
  /** For a moment after a new question a press does nothing: it was meant for what was before. */
  patience: boolean;
  /** A notice of the browser when a game waits for the player. */
  notices: boolean;
  /** Standing orders that were given: all who can join an attack do so at once (`game all join`), each with its words. */
  orders: Record<string, string>;
  /** Whether what has a usual answer, or only one, is answered by itself. */
  usual: boolean;
  /** Whether play goes on by itself where there is but one answer, though it ends a phase or rolls dice. */
  goOn: boolean;
  /** Usual answers that are not to be given by themselves (`game verb`), each with the question in words. */
  withdrawn: Record<string, string>;
}

/** How quickly the computer's moves are shown, in words. */
export const speeds: { value: Settings['computerSpeed']; text: string }[] = [
  { value: 'slow', text: 'Slow' },
  { value: 'normal', text: 'Normal' },
  { value: 'fast', text: 'Fast' },
  { value: 'instant', text: 'At once' },
];

export const defaults: Readonly<Settings> = {
  theme: 'auto',
  palette: 'standard',
  sounds: false,
  volume: 0.6,
  numbers: true,
  computerSpeed: 'normal',
  confirmDice: true,
  confirmEnds: true,
  patience: true,
  notices: false,
  orders: {},
  usual: true,
  goOn: false,
  withdrawn: {},
};

const isWords = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((words) => typeof words === 'string');

const allowed: { [K in keyof Settings]: (value: unknown) => boolean } = {
  theme: (value) => ['auto', 'light', 'dark'].includes(value as string),
  palette: (value) => ['standard', 'safe'].includes(value as string),
  sounds: (value) => typeof value === 'boolean',
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  numbers: (value) => typeof value === 'boolean',
  computerSpeed: (value) => speeds.some((speed) => speed.value === value),
  confirmDice: (value) => typeof value === 'boolean',
  confirmEnds: (value) => typeof value === 'boolean',
  patience: (value) => typeof value === 'boolean',
  notices: (value) => typeof value === 'boolean',
  orders: isWords,
  usual: (value) => typeof value === 'boolean',
  goOn: (value) => typeof value === 'boolean',
  withdrawn: isWords,
};

const key = 'grognard.settings';

/** Reads settings; what is missing or not understood is as by default. */
export function understood(text: string | null): Settings {
  const settings: Settings = { ...defaults };
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return settings;
  }
  if (typeof found !== 'object' || found === null) return settings;
  for (const name of Object.keys(defaults) as (keyof Settings)[]) {
    const value = (found as Record<string, unknown>)[name];
    if (allowed[name](value)) Object.assign(settings, { [name]: value });
  }
  return settings;
}

/** The settings; assign to change them. */
export const settings: Settings = $state(understood(recall(key)));

/** Writes the settings down for the next visit. */
export function remember(): void {
  keep(key, JSON.stringify(settings));
}

/** Side colours that people who confuse red and green, or blue and yellow, tell apart. */
export const safeColours = ['#4a8fc7', '#e0962e'] as const;

/** The colour of a side, by the palette chosen. */
export function sideColour(game: GameInfo, side: string): string {
  const index = game.sides.findIndex((candidate) => candidate.id === side);
  if (settings.palette === 'safe' && (index === 0 || index === 1)) return safeColours[index];
  return game.sides[index]?.colour ?? 'currentColor';
}
