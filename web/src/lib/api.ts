// Requests to the server. Answers are trusted to have the shapes of wire.ts; errors become ApiError.

import type { Board, Charts, CitedClause, ClauseText, Clauses, College, ComputerInfo, Computers, Door, Error as Refused, ErrorInfo, GameInfo, Games, Lesson, Problem } from './wire';

/** A request that was refused, or that did not reach the server (kind `unreachable`). */
export class ApiError extends Error {
  readonly kind: string;
  readonly clauses: CitedClause[];
  readonly status: number;

  constructor(error: ErrorInfo, status: number) {
    super(sentence(error.message));
    this.name = 'ApiError';
    this.kind = error.kind;
    this.clauses = error.clauses ?? [];
    this.status = status;
  }
}

/** A message as a sentence: a capital at the beginning, a point at the end. */
export function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** Tells `gone` when a request did not reach the server, and `back` when one did. */
export const reach = new EventTarget();

/** Asks for something. */
export function get<T>(path: string): Promise<T> {
  return request<T>(path, {});
}

/** Asks for something that is plain text. */
export async function textOf(path: string): Promise<string> {
  return (await answer(path, {})).text();
}

/** Sends an archive that somebody brings. */
export function sendArchive<T>(path: string, file: File): Promise<T> {
  return request<T>(path, { method: 'POST', headers: { 'x-grognard': 'page', 'content-type': 'application/gzip' }, body: file });
}

/** Changes something. A body that is a string travels as plain text, anything else as JSON. */
export function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  return request<T>(path, sending(method, body));
}

/** Asks for something that is told line by line, JSON each; a body makes it a POST. */
export async function* lines<T>(path: string, body?: string): AsyncGenerator<T> {
  const response = await answer(path, body === undefined ? {} : sending('POST', body));
  if (!response.body) return;
  let rest = '';
  for await (const text of pieces(response.body)) {
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield JSON.parse(line) as T;
  }
}

async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    yield decoder.decode(read.value, { stream: true });
  }
}

function sending(method: string, body: unknown): RequestInit {
  const headers: Record<string, string> = { 'x-grognard': 'page' };
  if (body === undefined) return { method, headers };
  const text = typeof body === 'string';
  headers['content-type'] = text ? 'text/plain; charset=utf-8' : 'application/json';
  return { method, headers, body: text ? body : JSON.stringify(body) };
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const text = await (await answer(path, init)).text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The answer, unless the request did not arrive or was refused. */
async function answer(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
  } catch {
    reach.dispatchEvent(new Event('gone'));
    throw new ApiError({ kind: 'unreachable', message: 'The server cannot be reached.' }, 0);
  }
  reach.dispatchEvent(new Event('back'));
  if (!response.ok) throw new ApiError(await errorOf(response), response.status);
  return response;
}

async function errorOf(response: Response): Promise<ErrorInfo> {
  try {
    const body: Partial<Refused> = await response.json();
    if (body.error) return body.error;
  } catch {
    // Not JSON: a proxy in between answered. The status says enough.
  }
  return { kind: 'http', message: `The server answered ${response.status} ${response.statusText}`.trim() + '.' };
}

const kept = new Map<string, Promise<unknown>>();

/** Asks once and keeps the answer while the page lives; a failure is not kept. */
function once<T>(path: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(path);
  if (known) return known as Promise<T>;
  const asked = ask();
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const part = encodeURIComponent;

/** Every game of the catalogue. */
export function games(): Promise<GameInfo[]> {
  return once('/api/games', () => get<Games>('/api/games'));
}

/** A game, be it one of the catalogue or one with changed data. */
export async function gameOf(id: string): Promise<GameInfo | undefined> {
  const path = `/api/games/${part(id)}`;
  return id.includes('~') ? once(path, () => get<GameInfo>(path)) : (await games()).find((game) => game.game === id);
}

/** The computer players, the weakest first. */
export function computers(): Promise<ComputerInfo[]> {
  return once('/api/computers', () => get<Computers>('/api/computers'));
}

/** Where the hexes of a scenario's board lie. */
export function board(game: string, scenario: string): Promise<Board> {
  const path = `/api/games/${part(game)}/board?scenario=${part(scenario)}`;
  return once(path, () => get<Board>(path));
}

/** A game's rulebook by clause, in the book's order. */
export function clauses(game: string): Promise<Map<string, ClauseText>> {
  const path = `/api/games/${part(game)}/clauses`;
  return once(path, async () => new Map((await get<Clauses>(path)).map((clause) => [clause.id, clause])));
}

/** Where the charts of a scenario played with these options are; `.html` is a sheet to print. */
export function chartsPath(game: string, scenario: string, options: string[], form: '' | '.html' = ''): string {
  const set = options.length > 0 ? `&options=${options.map(part).join(',')}` : '';
  return `/api/games/${part(game)}/charts${form}?scenario=${part(scenario)}${set}`;
}

/** The charts of a scenario played with these options. */
export function charts(game: string, scenario: string, options: string[] = []): Promise<Charts> {
  const path = chartsPath(game, scenario, options);
  return once(path, () => get<Charts>(path));
}

/** A guided battle of a game: the first, or the one with this id. */
export function lesson(game: string, which?: string): Promise<Lesson> {
  const path = `/api/games/${part(game)}/lesson${which === undefined ? '' : `?which=${part(which)}`}`;
  return once(path, () => get<Lesson>(path));
}

/** The problems of a game's staff college. */
export function college(game: string): Promise<College> {
  const path = `/api/games/${part(game)}/college`;
  return once(path, () => get<College>(path));
}

/** A problem of a game's staff college, with its answer. */
export function problem(game: string, id: string): Promise<Problem> {
  const path = `/api/games/${part(game)}/college/${part(id)}`;
  return once(path, () => get<Problem>(path));
}

/** What somebody reads who has never played a game. */
export function door(game: string): Promise<Door> {
  const path = `/api/games/${part(game)}/door`;
  return once(path, () => get<Door>(path));
}
