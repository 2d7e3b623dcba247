// Moving through a replay, both ways. Changes only lead forward; so every so often a view is kept to start from. It may be
// walked along before all of it has come.

import type { LogEvent, Replay, ReplayStep, View } from '../lib/wire';
import { apply } from '../lib/view';

const spacing = 64;

export interface TurnMark {
  turn: number;
  /** How many actions had been played when the turn began. */
  at: number;
}

export class Cursor {
  /** How many actions there are in all. */
  readonly length: number;
  readonly turns: TurnMark[];
  readonly events: LogEvent[] = [];
  readonly steps: ReplayStep[] = [];
  /** Entry k is the view after k times `spacing` actions. */
  readonly #kept: View[];
  /** Entry n is how many events the first n actions brought. */
  readonly #told: number[] = [0];
  #last: { at: number; view: View };

  readonly #replay: Replay;

  constructor(replay: Replay) {
    this.#replay = replay;
    this.#kept = [replay.first];
    this.#last = { at: 0, view: replay.first };
    this.length = replay.actions;
    this.turns = [{ turn: replay.first.turn, at: 0 }];
    this.add(replay.steps);
  }

  /** The same up to a place, and another step there. */
  leaving(at: number, step: ReplayStep): Cursor {
    return new Cursor({ ...this.#replay, actions: at + 1, steps: [...this.steps.slice(0, at), step] });
  }

  /** More of it has come. */
  add(steps: ReplayStep[]): void {
    for (const step of steps) {
      this.steps.push(step);
      this.events.push(...step.events);
      this.#told.push(this.events.length);
      const turn = step.change.turn;
      if (turn !== undefined && turn !== this.turns.at(-1)!.turn) this.turns.push({ turn, at: this.steps.length });
    }
  }

  /** The table after so many actions. */
  view(at: number): View {
    const goal = this.clamp(at);
    let from = this.#start(goal);
    while (from.at < goal) {
      const view = apply(from.view, this.steps[from.at]!.change);
      from = { at: from.at + 1, view };
      if (from.at % spacing === 0) this.#kept[from.at / spacing] ??= view;
    }
    this.#last = from;
    return from.view;
  }

  /** The nearest view known that is not past the goal. */
  #start(goal: number): { at: number; view: View } {
    const kept = Math.min(Math.floor(goal / spacing), this.#kept.length - 1);
    if (this.#last.at <= goal && this.#last.at >= kept * spacing) return this.#last;
    return { at: kept * spacing, view: this.#kept[kept]! };
  }

  /** What had happened after so many actions. */
  toldBy(at: number): LogEvent[] {
    return this.events.slice(0, this.#told[this.clamp(at)]);
  }

  /** The nearest place that is known by now. */
  clamp(at: number): number {
    return Math.max(0, Math.min(this.steps.length, Math.trunc(at)));
  }

  /** Where the next turn begins, or the end. */
  nextTurn(at: number): number {
    return this.turns.find((mark) => mark.at > at)?.at ?? this.length;
  }

  /** Where this turn begins; from there, where the one before begins. */
  previousTurn(at: number): number {
    return this.turns.findLast((mark) => mark.at < at)?.at ?? 0;
  }
}
