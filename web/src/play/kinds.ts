// What the page does with each kind of event. The list is the engine's, and complete: a new kind must be given its place.

import type { Sound } from '../lib/sound';
import type { EventKind, LogEvent } from '../lib/wire';

/** How each kind of event sounds where no dice are told. */
const sounds: Record<EventKind, Extract<Sound, 'move' | 'fire'> | null> = {
  phase: null,
  activation: null,
  initiative: null,
  event: null,
  command: null,
  reveal: 'move',
  draw: 'move',
  'set-up': 'move',
  reinforcement: 'move',
  exit: 'move',
  move: 'move',
  rail: 'move',
  displacement: 'move',
  stack: 'move',
  formation: 'move',
  detachment: 'move',
  rejoining: 'move',
  attack: 'fire',
  combat: 'fire',
  fire: 'fire',
  bombardment: 'fire',
  drift: 'fire',
  air: 'move',
  check: null,
  result: 'move',
  'no-effect': 'fire',
  loss: 'move',
  disorder: 'move',
  retreat: 'move',
  advance: 'move',
  pursuit: 'move',
  recovery: 'move',
  replacement: 'move',
  supply: 'move',
  depletion: 'move',
  refit: 'move',
  bridge: 'move',
  works: 'move',
  control: 'move',
  points: null,
  end: null,
  concession: null,
  'rules-change': null,
  'agreed-draw': null,
  timeout: null,
};

/** What is done without a fight: such actions of one formation are shown and told together. */
const still: EventKind[] = [
  'command', 'set-up', 'reinforcement', 'exit', 'move', 'rail', 'stack', 'formation', 'detachment', 'rejoining', 'advance',
  'retreat', 'replacement', 'refit',
];
export const quiet: Partial<Record<EventKind, boolean>> = Object.fromEntries(still.map((kind) => [kind, true]));

/** The sound of what happened together: dice before guns, guns before cardboard. */
export function soundOf(events: LogEvent[]): Sound | null {
  if (events.some(({ rolls }) => (rolls?.length ?? 0) > 0)) return 'dice';
  const heard = events.map(({ kind }) => sounds[kind]);
  return heard.find((sound) => sound === 'fire') ?? heard.find((sound) => sound === 'move') ?? null;
}

/** The way that a counter took, if one did. */
export function wayOf(events: LogEvent[]): string[] {
  return events.find(({ way, hexes }) => way && (hexes?.length ?? 0) > 1)?.hexes ?? [];
}
