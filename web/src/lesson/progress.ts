import type { LessonStep } from '../lib/wire';

/** How far a player has come in a lesson. */
export interface Progress {
  step: number;
  /** The coach was sent away. */
  away: boolean;
}

/** Progress as it was kept, where it still fits a lesson of so many steps. */
export function opened(text: string | null, steps: number): Progress {
  const fresh = { step: 0, away: false };
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Progress> | null;
    if (!kept || !Number.isInteger(kept.step) || kept.step! < 0 || kept.step! >= steps) return fresh;
    return { step: kept.step!, away: kept.away === true };
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
  const done = waiting >= 0 && action.startsWith(steps[waiting]!.until!);
  return done ? waiting + 1 : step;
}
