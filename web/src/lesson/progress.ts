import type { LessonStep } from '../lib/wire';

/** How far a player has come in a lesson. */
export interface Progress {
  step: number;
  /** The coach was sent away. */
  away: boolean;
  /** The phase that was being played when he last spoke. */
  phase: string | null;
}

/** Progress as it was kept, where it still fits a lesson of so many steps. */
export function opened(text: string | null, steps: number): Progress {
  const fresh: Progress = { step: 0, away: false, phase: null };
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Progress> | null;
    if (!kept || !Number.isInteger(kept.step) || kept.step! < 0 || kept.step! >= steps) return fresh;
    return { step: kept.step!, away: kept.away === true, phase: typeof kept.phase === 'string' ? kept.phase : null };
  } catch {
    return fresh;
  }
}

/**
 * The step to be shown after an action. A player who reads on without pressing "Next" is met where he is: steps that
 * wait for nothing are passed over when he does what the next one waits for.
 */
export function stepAfter(steps: LessonStep[], step: number, action: string): number {
  const waiting = steps.findIndex((candidate, index) => index >= step && candidate.until !== undefined);
  const done = waiting >= 0 && steps[waiting]!.until!.split(' | ').some((one) => action.startsWith(one));
  return done ? waiting + 1 : step;
}

/** Where the coach was before something led him on: after so many actions. */
export interface Stage {
  actions: number;
  step: number;
  away: boolean;
}

/** Where the coach was when so many actions had been played, if he has been led on since and that was taken back; and what is left of
 * the way that he has come. */
export function wentBack(way: Stage[], actions: number): { way: Stage[]; to: Stage | null } {
  const first = way.findIndex((stage) => stage.actions >= actions);
  return first < 0 ? { way, to: null } : { way: way.slice(0, first), to: way[first]! };
}

/**
 * The step to be shown when a phase begins. Who ended a phase early, or lost it to something that he did not mean, is met in the
 * phase where he is: the first step that belongs to it and is still to come.
 */
export function stepInPhase(steps: LessonStep[], step: number, phase: string): number {
  if (steps[step]?.phase === phase) return step;
  const next = steps.findIndex((candidate, index) => index > step && candidate.phase === phase);
  return next < 0 ? step : next;
}
