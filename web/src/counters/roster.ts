// What is printed on the counters of the scenario that is played: their names, bands and sides, as the rules tell them.

import type { Board, Counter, Face, Formation, GameInfo, Mark, Piece, ValueName } from '../lib/wire';

/** A counter as it is printed, with the formations whose bands it wears. */
export interface Printed extends Omit<Counter, 'formations'> {
  formations: Formation[];
}

interface Known {
  counters: Map<string, Printed>;
  marks: Map<Mark, string>;
  values: Map<ValueName, string>;
}

const rosters = new WeakMap<GameInfo, Known>();

/** The game with the names and colours that its sides have in this scenario. */
export function inScenario(game: GameInfo, scenario: string): GameInfo {
  const { colours, sides: titles } = game.scenarios.find(({ id }) => id === scenario) ?? {};
  if (!colours && !titles) return game;
  const sides = game.sides.map((side, at) => ({ ...side, colour: colours?.[at] ?? side.colour, title: titles?.[at] ?? side.title }));
  return { ...game, sides: sides as GameInfo['sides'] };
}

/** The game as it is played on this board: with the sides of the scenario and the names of its counters. */
export function dressed(game: GameInfo, scenario: string, board: Board): GameInfo {
  const own = { ...inScenario(game, scenario) };
  const formations = new Map(board.roster.formations.map((formation) => [formation.id, formation]));
  const printed = board.roster.counters.map((counter): [string, Printed] => [
    counter.id,
    { ...counter, formations: counter.formations.flatMap((id) => formations.get(id) ?? []) },
  ]);
  call(board);
  rosters.set(own, {
    counters: new Map(printed),
    marks: new Map(board.roster.marks.map(({ mark, text }) => [mark, text])),
    values: new Map(board.roster.values.map(({ name, text }) => [name, text])),
  });
  return own;
}

/** What counters of the board that is looked at are called in sentences, where the rules tell them by the words of records. */
let called = new Map<string, string>();

/** Takes note of what the counters of a board are called: by their names, or as they are printed where a name is long. */
export function call(board: Pick<Board, 'roster'>): void {
  const coded = board.roster.counters.filter(({ id }) => /\d|^[A-Z]+-[A-Z]|[a-z][A-Z]/.test(id));
  called = new Map(coded.map(({ id, name, title }) => [id, brief(name, title)]));
}

/** The title, if it is not a long one; a name that is but numbers says too little. */
function brief(name: string, title: string): string {
  const [first = title, ...more] = title.split(',');
  if (more.length === 0) return title;
  return /^\d+(\/\d+)?$/.test(name) ? first : name;
}

/** A sentence of the rules as somebody at the table would say it: with the names of counters, and halves as they are printed. */
export function said(text: string): string {
  return text
    .replace(/[A-Za-z0-9][\w/-]*/g, (word) => called.get(word) ?? word)
    .replace(/(\d) 1\/2\b/g, '$1½')
    // Half a factor alone.
    .replace(/\b(against|of|with) 1\/2(?![/\w])/g, '$1 ½');
}

/** What is printed on a counter, if it is known which one it is. */
export function printed(game: GameInfo, piece: Pick<Piece, 'id'>): Printed | undefined {
  return piece.id === undefined ? undefined : rosters.get(game)?.counters.get(piece.id);
}

/** What a mark means, in a sentence. */
export function meaning(game: GameInfo, mark: Mark): string {
  return rosters.get(game)?.marks.get(mark) ?? '';
}

/** What a value tells, in a sentence. */
export function telling(game: GameInfo, value: ValueName): string {
  return rosters.get(game)?.values.get(value) ?? '';
}

/** The side of a counter that is up: the one whose mark it wears, else the one with as many steps, else the first. */
export function faceUp(faces: Face[], piece: Piece): number {
  const marked = faces.findIndex(({ mark }) => mark !== undefined && (piece.marks ?? []).includes(mark));
  if (marked >= 0) return marked;
  return Math.max(0, faces.findIndex(({ steps, mark }) => mark === undefined && steps === piece.steps));
}
