// What a match is played with: the game as its counters look in the scenario, the board, the book, and what is taught or set.

import { dressed } from '../counters/roster';
import { board as boardOf, clauses, gameOf, lesson as lessonOf, problem as problemOf } from '../lib/api';
import type { Board, ClauseText, GameInfo, Lesson, MatchInfo, Problem } from '../lib/wire';

export interface Things {
  game: GameInfo;
  board: Board;
  book: Map<string, ClauseText>;
  lesson: Lesson | null;
  problem: Problem | null;
}

/** Fetches it; null where the server has no such game. */
export async function thingsOf(
  { game: name, scenario, lesson: taught, which_lesson: which, problem: set }: Pick<MatchInfo, 'game' | 'scenario' | 'lesson' | 'which_lesson' | 'problem'>,
): Promise<Things | null> {
  const [game, board, book, lesson, problem] = await Promise.all([
    gameOf(name),
    boardOf(name, scenario),
    clauses(name),
    taught ? lessonOf(name, which) : null,
    set ? problemOf(name, set) : null,
  ]);
  return game ? { game: dressed(game, scenario, board), board, book, lesson, problem } : null;
}
