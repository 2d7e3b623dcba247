// What the server and the page say to each other. Everything here is JSON as the server writes it; docs/server.md
// tells what each request does. The page draws a View and offers the Choices of a Decision; it holds no rule.

// ---- games -------------------------------------------------------------------------------------------------------

/** GET /api/games gives a list of these. */
export interface GameInfo {
  game: string;
  title: string;
  version: number;
  /** Digest of the data files: part of the address of everything that may be cached for ever. */
  data: string;
  sides: [SideInfo, SideInfo];
  /** Whose counters there are, where that differs from the sides; a Piece names its nation by id. */
  nations: NationInfo[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  /** What in the game's data is our reconstruction. */
  reconstruction: string[];
  /** Whether the game has a guided first battle. */
  lesson: boolean;
}
export interface SideInfo { id: string; title: string; colour: string }
export interface NationInfo { id: string; title: string; colour: string }
export interface ScenarioInfo { id: string; title: string; turns: number | null }
export interface OptionInfo { id: string; title: string; default: boolean }

/** GET /api/computers: the computer players, the weakest first. */
export interface ComputerInfo { id: string; title: string; manner: string; pace: string }

/** GET /api/games/{game}/clauses */
export interface ClauseText { id: string; kind: string; text: string }

/** GET /api/games/{game}/board?scenario=ID: where the hexes lie in the picture of the board. */
export interface Board {
  title: string;
  /** The notice a picture of the board must carry. */
  notice: string | null;
  /** The address of the picture, an SVG image. */
  picture: string;
  /** The view box of the picture. */
  width: number;
  height: number;
  /** From a hex's centre to its corner, in the picture's units. */
  size: number;
  /** Whether a corner of the hexes points north (else a side does). */
  pointy: boolean;
  terrains: string[];
  hexes: BoardHex[];
}
export interface BoardHex {
  id: string;
  x: number;
  y: number;
  /** Index into `terrains`. */
  terrain: number;
  /** The name of a place here. */
  name?: string;
}

/** GET /api/games/{game}/lesson: the guided first battle. */
export interface Lesson { title: string; side: string; steps: LessonStep[] }
export interface LessonStep {
  text: string;
  /** Hexes to point at. */
  hexes?: string[];
  /** The step is done when an action that begins so is played; without it, when the player presses "Next". */
  until?: string;
}

// ---- the table ---------------------------------------------------------------------------------------------------

export interface View {
  turn: number;
  phase: { id: string; title: string };
  to_choose: string | null;
  result?: GameResult;
  /** Stack by stack, from the bottom to the top. */
  pieces: Piece[];
  markers: Marker[];
  boxes: Holding[];
  tracks: Track[];
  facts: Fact[];
}
export interface GameResult { winner: string | null; clause: string; text: string }
export interface Piece {
  /** Absent when the viewer may not know which counter it is. */
  id?: string;
  side: string;
  /** The id of a nation of the game, where it has several on a side. */
  nation?: string;
  /** The word for its symbol: infantry, cavalry, artillery, heavy-weapons, armour, headquarters, ... */
  kind: string;
  /** squad, section, platoon, company, battalion, regiment, brigade, division, corps, army. */
  size?: string;
  values: { name: string; value: string }[];
  /** On the board: one hex, or two for a counter across a hexside. */
  hexes?: string[];
  /** Else in the box with this id. */
  box?: string;
  /** The compass point it faces: N, NE, SE, S, SW, NW; or NE, E, SE, SW, W, NW. */
  facing?: string;
  steps: number;
  marks?: string[];
  /** Counters below it that the viewer may not look at; the count where that is open. */
  covers?: { count: number | null };
}
export interface Marker { kind: string; hexes: string[]; count: number; side?: string }
export interface Holding { id: string; title: string; contents: [string, number][] }
export interface Track { id: string; title: string; spaces: string[]; at: number }
export interface Fact { text: string; clauses: string[] }

export interface Choice {
  action: string;
  text: string;
  hex?: string;
  piece?: string;
  cost?: string;
  /** Dice fall at once: ask before playing it. */
  rolls: boolean;
  /** What it costs or may lead to, where forecasts are asked for. */
  forecast?: Forecast | null;
}
export interface Derivation { label: string; value: string; clauses: string[]; parts?: Derivation[] }
export interface Forecast {
  sum: Derivation;
  chances: { outcome: string; probability: number }[];
  given?: string;
  /** The hexes it leads through, from where the piece stands to where it goes. */
  path?: string[];
}
export interface Refusal { reason: string; clauses: { id: string; text: string | null }[] }
export interface Verdict { option: string; text: string; accepted: boolean; refusal?: Refusal }
/** The answer to `why`: about a hex, or about one option. */
export type Why = { hex: string; verdicts: Verdict[] } | Verdict;

export interface LogEvent {
  /** How many actions had been played before. */
  at: number;
  kind: string;
  text: string;
  hexes?: string[];
  pieces?: string[];
  clauses?: string[];
  outcome?: string;
}

/**
 * What differs from the view before: fields that are absent are unchanged, `result: null` takes it away. A list is
 * told as runs of the old list (`[from, to]`, `to` not included) and new entries, in order.
 */
export type Change = {
  turn?: number;
  phase?: View['phase'];
  to_choose?: string | null;
  result?: GameResult | null;
  pieces?: ListChange<Piece>;
  markers?: ListChange<Marker>;
  boxes?: ListChange<Holding>;
  tracks?: ListChange<Track>;
  facts?: ListChange<Fact>;
};
export type ListChange<T> = ([number, number] | T)[];

// ---- matches -----------------------------------------------------------------------------------------------------

export interface MatchInfo {
  id: string;
  game: string;
  title: string;
  scenario: string;
  /** Every option with its setting, `id=on`. */
  options: string[];
  status: 'waiting' | 'playing' | 'over';
  pace: Pace;
  seats: [Seat, Seat];
  /** Not listed among the open and the finished games. */
  private: boolean;
  lesson: boolean;
  created: number;
  updated: number;
  turn: number;
  actions: number;
  to_choose: string | null;
  result: { winner: string | null; text: string } | null;
  dice: DiceInfo;
  /** The id of the rematch, once there is one. */
  rematch: string | null;
  /** After how many actions other rules or data took over; only with the table. */
  changes?: { after: number; rules: number; data: string }[];
  /** Why it cannot be played on, but only ended: it went another way than the rules and data here; only with the table. */
  parted?: string | null;
}
export interface Seat {
  side: string;
  /** open: anybody may take it; link: whoever has the link; player: taken; computer. */
  who: 'open' | 'link' | 'player' | 'computer';
  /** The player's name; absent while nobody sits there. */
  name?: string;
  guest?: boolean;
  /** The computer's id. */
  computer?: string;
  /** Whether it is the asking user's own seat. */
  yours: boolean;
}
/**
 * bank_ms: thinking time for the whole match; grace_ms: free time whenever the choice passes to a side, before the bank
 * is touched. `none` has no clock.
 */
export type Pace = { kind: 'none' } | { kind: 'live' | 'slow'; bank_ms: number; grace_ms: number };
export interface Clock {
  /** What is left of each side's bank, in the game's order, when the message was sent. */
  bank_ms: [number, number];
  /** The side whose time runs, and how much of its grace is left. */
  runs: string | null;
  grace_ms: number;
}
export interface DiceInfo {
  /** SHA-256 of the server's secret, published before the first roll. */
  commitment: string;
  /** What each seat added to it, by side; complete only after the end. */
  salts: Record<string, string>;
  /** Opened when the match is over. */
  secret: string | null;
  seed: string | null;
}

/** POST /api/matches */
export interface NewMatch {
  game: string;
  scenario?: string;
  options?: Record<string, boolean>;
  /** By side id. */
  seats: Record<string, 'me' | 'link' | 'open' | { computer: string }>;
  pace?: Pace;
  private?: boolean;
  /** Begin the guided first battle; scenario, options and seats are then the lesson's own. */
  lesson?: boolean;
}
/** Its answer. The links hold the seats and are told only this once. */
export interface Created { match: MatchInfo; links: Record<string, string> }
/** GET /api/matches?list=open|mine|live|finished&before=CURSOR */
export interface MatchList { matches: MatchInfo[]; next: string | null }

export interface ChatLine { at: number; name: string; side: string | null; text: string }
export interface Presence { sides: Record<string, boolean>; spectators: number }
export interface Offer {
  what: 'draw' | 'take_back';
  by: string;
  /** For take_back: how many actions would be left. */
  to?: number;
}

/** Who chooses now. Only the chooser is told the prompt and the choices. */
export interface Decision {
  side: string | null;
  prompt?: string;
  choices?: Choice[];
  /** In place of `choices`, for those who asked for short ones: the notations. */
  options?: string[];
  /** Whether `undo` would take back the viewer's last action. */
  undo: boolean;
}

/** All that a viewer may know of a match, now. */
export interface Table {
  match: MatchInfo;
  /** The sides whose seats the asker holds. */
  yours: string[];
  /** Whose eyes: a side's id, `spectator`, or `all`. */
  viewer: string;
  /** Whose eyes may be chosen with `see`. */
  viewers: string[];
  view: View;
  decision: Decision;
  /** The last events, at most 300. */
  log: LogEvent[];
  chat: ChatLine[];
  presence: Presence;
  offer: Offer | null;
  clock: Clock | null;
  /** How many actions had been played when the asker last looked; null for spectators. */
  seen: number | null;
  /** Whether the asker is told of his turn in this match; null where that cannot be. */
  notices: boolean | null;
  /** Why the table is told anew, where it is not an answer. */
  because?: 'undo' | 'take_back' | 'started' | 'over' | 'resync';
}

/** One accepted action. */
export interface Step {
  /** Actions played, this one included. */
  actions: number;
  side: string;
  /** Its notation, for those who may know it. */
  action?: string;
  events: LogEvent[];
  change: Change;
  decision: Decision;
  clock: Clock | null;
}

// ---- the socket: /api/matches/{id}/socket, JSON texts both ways ---------------------------------------------------

/** Requests carry an id that the answer repeats. POST /api/matches/{id}/do takes the same, without `enter` and `see`. */
export type Request =
  /** The first message. `token` is the seat's link; `see` is whose eyes. */
  | { do: 'enter'; token?: string; see?: string; choices?: 'full' | 'short' }
  | { do: 'see'; viewer: string }
  /** Takes an open seat. */
  | { do: 'sit'; side: string }
  /** `after`: how many actions had been played when the player chose; an old one is refused. */
  | { do: 'play'; action: string; after: number }
  | { do: 'undo'; after: number }
  | { do: 'concede'; side?: string }
  | { do: 'offer'; what: 'draw' | 'take_back'; to?: number }
  | { do: 'answer'; accept: boolean }
  | { do: 'why'; about: string }
  | { do: 'forecast'; action: string }
  | { do: 'say'; text: string }
  /** Adds to the dice's seed; only before the first action. */
  | { do: 'salt'; text: string }
  | { do: 'seen'; actions: number }
  | { do: 'notices'; on: boolean }
  /** Begins, or joins, a match with the sides swapped. */
  | { do: 'rematch' }
  | { do: 'ping' };

export interface ErrorInfo {
  kind: string;
  message: string;
  clauses?: { id: string; text: string | null }[];
}

export type Answer = { re: number; ok: true; [key: string]: unknown } | { re: number; ok: false; error: ErrorInfo };
// enter, see -> { table: Table }; why -> { why: Why }; forecast -> { forecast: Forecast | null };
// play, undo -> { actions: number }; rematch -> { match: string, token?: string }; the others -> {}

export type Push =
  | { push: 'table'; table: Table }
  | { push: 'step'; step: Step }
  | { push: 'match'; match: MatchInfo }
  | { push: 'chat'; line: ChatLine }
  | { push: 'presence'; presence: Presence }
  | { push: 'offer'; offer: Offer | null; declined?: boolean }
  | { push: 'rematch'; match: string };

// ---- replays -----------------------------------------------------------------------------------------------------

/** GET /api/matches/{id}/replay?see=VIEWER, and POST /api/replay?see=VIEWER with a record as text. */
export interface Replay {
  game: string;
  scenario: string;
  options: string[];
  seats: string[];
  viewer: string;
  viewers: string[];
  first: View;
  steps: ReplayStep[];
  result: { winner: string | null; text: string } | null;
  /** What was verified, in sentences: seals, rules, dice, commitment. */
  verified: string[];
  /** Of a record of older rules: with which version it was played, and how far the present rules show it. */
  older?: string | null;
}
export interface ReplayStep {
  side: string;
  action?: string;
  /** The dice, `d6=3`, for those who may know the action. */
  rolls?: string[];
  events: LogEvent[];
  change: Change;
}

// ---- accounts ----------------------------------------------------------------------------------------------------

/** GET /api/me. Whoever creates or takes a seat becomes a guest; an account is a guest with a name and a password. */
export interface Me {
  user: User | null;
  /** Whether this server can send mail. */
  mail: boolean;
}
export interface User {
  id: string;
  name: string;
  guest: boolean;
  email: string | null;
  email_confirmed: boolean;
  webhook: string | null;
  /** Whether notices are sent by mail and by webhook. */
  notices: { mail: boolean; webhook: boolean };
  /** Of other sessions that are signed in. */
  sessions: number;
}
// POST   /api/account          { name, password }          register; the guest's games stay
// POST   /api/session          { name, password }          sign in
// DELETE /api/session                                      sign out here
// DELETE /api/sessions                                     sign out everywhere
// PATCH  /api/me               { name?, webhook?, notices? }
// POST   /api/me/password      { old, new }
// POST   /api/me/email         { email }                   mails a code
// POST   /api/me/email/confirm { code }
// POST   /api/tokens           { name }                    -> { token } for a bot of mine, told only this once
// GET    /api/tokens                                       -> { tokens: [{ id, name, created }] }
// DELETE /api/tokens/{id}
// DELETE /api/account          { password }
// Unsafe requests carry the header `x-grognard: page`. Errors have a status and a body { error: ErrorInfo }.
// GET    /api/matches/{id}, /api/matches/{id}/table?see=&after=&wait=, /api/matches/{id}/log?before=,
//        /api/matches/{id}/record (after the end)
