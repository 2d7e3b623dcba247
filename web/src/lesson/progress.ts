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
