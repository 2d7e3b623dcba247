// What others did since the player's last action, kept to be shown once more, and how the table looked before.

import type { Clock, Decision, Fortune, LogEvent, Replay, Step, View } from '../lib/wire';

/** Where a film begins. */
export interface Opening {
  view: View;
  log: LogEvent[];
  actions: number;
  fortunes: Fortune[];
}

export class Reel {
  /** Whether there is something to be shown once more. */
  isSomething = $state(false);
  steps: Step[] = [];
  opening: Opening | null = null;

  /** Keeps what is shown after `before`; what the player does himself begins anew, and for who only watches each turn does. */
  keep(step: Step, before: Opening, yours: readonly string[]): void {
    const own = yours.includes(step.side);
    const newTurn = yours.length === 0 && step.change.turn !== undefined;
    if (own || newTurn || !this.opening) {
      this.steps = [];
      this.opening = before;
    }
    if (own) this.opening = null;
    else this.steps.push(step);
    this.isSomething = this.steps.some(({ events }) => events.length > 0);
  }

  /** Begins anew from there. */
  from(opening: Opening): void {
    this.steps = [];
    this.opening = opening;
  }

  clear(): void {
    this.steps = [];
    this.opening = null;
    this.isSomething = false;
  }
}

/** What a replay tells of a match after so many actions, up to the question that is on the table now. */
export function framesOf(replay: Replay, from: number, to: number, clock: Clock | null, decision: Decision): Step[] {
  const frames = replay.steps.slice(0, to - from).map(
    (step, index): Step => ({
      ...step,
      actions: from + index + 1,
      clock,
      decision: { side: step.change.to_choose ?? null, undo: false },
    }),
  );
  const last = frames.at(-1);
  if (last) last.decision = decision;
  return frames;
}
