// What somebody answers to a problem of the staff college, and what he has solved so far.

import { keep, recall } from '../lib/memory';

/** An own action, and how many actions had been played before it. */
export interface Deed {
  at: number;
  action: string;
}

/** What is known of an answer: it is right, it is wrong, or it may become either. */
export type Verdict = 'right' | 'wrong' | 'open';

/** The deeds with one more; what was taken back before it is gone. */
export function done(deeds: Deed[], deed: Deed): Deed[] {
  return [...deeds.filter(({ at }) => at < deed.at), deed];
}

/** What becomes of an answer that begins with these actions. */
export function judged(right: string[][], played: string[]): Verdict {
  const begins = (whole: string[], start: string[]) => start.every((action, at) => whole[at] === action);
  if (right.some((answer) => begins(played, answer))) return 'right';
  return right.some((answer) => begins(answer, played)) ? 'open' : 'wrong';
}

/** What became of the problems of a game, by their ids: solved at the first try or later, or shown. */
export type Marks = Record<string, 'solved' | 'shown'>;

const name = (game: string) => `grognard.college.${game}`;

/** The marks that this browser has kept. */
export function marksOf(game: string): Marks {
  try {
    const kept: unknown = JSON.parse(recall(name(game)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, mark]) => mark === 'solved' || mark === 'shown')) as Marks;
  } catch {
    return {};
  }
}

/** Keeps that a problem was solved, or shown; what was solved stays so. */
export function mark(game: string, problem: string, as: 'solved' | 'shown'): void {
  const marks = marksOf(game);
  if (marks[problem] !== 'solved') keep(name(game), JSON.stringify({ ...marks, [problem]: as }));
}

/** The problem that comes after this one: the next that is not solved yet, else the next of all; null after a last one alone. */
export function following(ids: string[], id: string, marks: Marks): string | null {
  const at = ids.indexOf(id);
  const after = [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))];
  return after.find((other) => marks[other] !== 'solved') ?? after[0] ?? null;
}
