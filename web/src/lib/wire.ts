// What the server and the page say to each other: made from the types in crates/wire, not to be changed by hand.
// GROGNARD_BLESS=1 cargo test -p wire writes it anew.

/** Where on a chart dice are read, and what led there. */
export interface Aim {
  /** The name of the chart. */
  chart: string;
  /** The column in which the dice are read, where there are several. */
  column?: string;
  /** The column before anything moves it, where something does; it may lie beyond the ends of the chart. */
  from?: string;
  /** The line in which the dice are read, where it is not they that choose it. */
  line?: string;
  /** What is added to the dice or taken from them. */
  modifier?: number;
  /** What moves the column or changes the dice, in order. */
  steps?: AimStep[];
}

/** One thing that moves the column of a chart or changes the dice. */
export interface AimStep {
  /** By how many columns, to the right if positive, or by how much on the dice. */
  by: number;
  /** The rules behind it. */
  clauses: Clause[];
  /** The column then; without one the step is on the dice. */
  column?: string;
  /** What it is. */
  label: string;
}

/** A finished game looked at again. */
export interface Analysis {
  /** How many actions the game has. */
  actions: number;
  /** How many of them it covers: all, unless it was stopped. */
  covers: number;
  /** How deep it was looked at: `glance`, `veteran` or `grognard`. */
  depth: string;
  /** From whose knowledge: `each` (each choice by what its side knew, the graph with open cards), a side's id, or `all`. */
  eyes: string;
  /** The game's id. */
  game: string;
  /** The first side's chance to win over the game, in order. */
  graph: GraphPoint[];
  /** The choices that cost something and the rolls that changed most, in the order of the game. */
  moments: Moment[];
  /** What must be known of it, in sentences. */
  remarks: string[];
  /** The scenario's id. */
  scenario: string;
  /** What each side did, and what the dice did for it. */
  sides: SideAccount[];
  /** Turn by turn, how it came about. */
  turns: TurnAccount[];
}

/** How far somebody is who looks at a finished match again. */
export type AnalysisStatus = 'none' | 'queued' | 'running' | 'done' | 'failed';

/** A finished match looked at again, or how far that is. */
export interface AnalysisTold {
  /** How many come before it. */
  ahead?: number;
  /** What was found. */
  analysis?: Analysis;
  /** Why nothing could be found. */
  message?: string;
  /** Which share of it is done, from 0 to 1. */
  progress?: number;
  /** How far it is. */
  status: AnalysisStatus;
}

/** What was asked for. */
export type Answer = Entered | Played | Reasons | Opened | Hinted | Drawn | Rematch | Done;

/** What each request to a match is answered with, by its word. */
export interface Answers {
  /** Nothing more. */
  answer: Done;
  /** Nothing more. */
  concede: Done;
  /** The table. */
  enter: Entered;
  /** The forecast. */
  forecast: Opened;
  /** The hint. */
  hint: Hinted;
  /** Nothing more. */
  notices: Done;
  /** Nothing more. */
  offer: Done;
  /** The overlay. */
  overlay: Drawn;
  /** Nothing more. */
  ping: Done;
  /** How many actions have been played. */
  play: Played;
  /** Nothing more. */
  pledge: Done;
  /** The new match. */
  rematch: Rematch;
  /** Nothing more. */
  salt: Done;
  /** Nothing more. */
  say: Done;
  /** The table. */
  see: Entered;
  /** Nothing more. */
  seen: Done;
  /** Nothing more. */
  sit: Done;
  /** How many actions have been played. */
  undo: Played;
  /** The reasons. */
  why: Reasons;
}

/** A match of a tournament. */
export interface Appointment {
  /** How it came to that; null while it is played. */
  how: Outcome | null;
  /** The match's id; null where there is none, or none any more. */
  match: string | null;
  /** How it came out, by the side's id: 1, 0.5 or 0; null while it is played. */
  points: Record<string, number> | null;
  /** Who has which side, by the side's id. */
  sides: Record<string, string>;
  /** How long was waited for each side, by its id, in milliseconds: whoever has used more loses what is not over when the round's time is. Null where there is no match. */
  used_ms: Record<string, number> | null;
}

/** Whether somebody puts a match of his away. */
export interface Archive {
  /** Away, or out again. */
  on: boolean;
}

/** The last line of a download: where the next one begins. */
export interface ArchiveEnd {
  /** The cursor of what follows; null where that was all. */
  next: string | null;
}

/** A finished match with its record, as it is downloaded among others. */
export interface ArchivedMatch {
  /** How many actions were played. */
  actions: number;
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** When it ended, in milliseconds since 1970. */
  ended: number | null;
  /** The game's id. */
  game: string;
  /** The match's id. */
  id: string;
  /** Every option with its setting, `id=on` or `id=off`. */
  options: string[];
  /** Whether it was rated. */
  rated: boolean;
  /** The record, as `grognard check` verifies it. */
  record: string;
  /** The sentence for people. */
  result: string | null;
  /** The scenario's id. */
  scenario: string;
  /** Who sat where, in the order of the game's sides. */
  seats: [Seat, Seat];
  /** The tournament that it belongs to. */
  tournament: string | null;
  /** The winning side; null for a draw. */
  winner: string | null;
}

/** Reinforcements of one side that come on one turn to one place. */
export interface Arrival {
  /** Where they come, in words. */
  place: string;
  /** The side. */
  side: string;
  /** The first turn on which they may come. */
  turn: number;
  /** Who comes, in words. */
  units: string[];
}

/** What is to be looked at again. */
export interface AskAnalysis {
  /** How deep: `glance`, `veteran` if none is given, or `grognard`. */
  depth?: string | null;
  /** With whose eyes: `each` if none is given, a side's id, or `all`. */
  eyes?: string | null;
}

/** Games between computers are asked for. */
export interface AskTrial {
  /** How many games. */
  games: number;
  /** The computer that plays both sides. */
  player: string;
  /** The id of the scenario or the battle. */
  what: string;
}

/** Whether somebody is shown out, or let in again. */
export interface Ban {
  /** Shown out. */
  on: boolean;
}

/** A battle that somebody has laid out. */
export interface BattleInfo {
  /** What it is, in a sentence or a few. */
  about: string;
  /** Its id. */
  id: string;
  /** Every option with its setting, `id=on`, as it begins unless somebody says otherwise. */
  options: string[];
  /** The scenario of the game that it is fought in. */
  scenario: string;
  /** What it is called. */
  title: string;
}

/** Why a table is told anew. */
export type Because = 'undo' | 'take_back' | 'started' | 'over' | 'resync';

/** A better choice. */
export interface Better {
  /** In notation. */
  action: string;
  /** What is to be expected then: this choice and what its side does next, in one of the games that were played on. */
  line: LineStep[];
  /** In words. */
  text: string;
}

/** Where the hexes of a board lie in its picture. */
export interface Board {
  /** Of the picture's view box. */
  height: number;
  /** The hexes in play. */
  hexes: BoardHex[];
  /** The notice a picture must carry. */
  notice: string | null;
  /** The address of the picture, an SVG image. */
  picture: string;
  /** Whether a corner of the hexes points north; else a side does. */
  pointy: boolean;
  /** The counters that may come to lie on it, as they are printed. */
  roster: Roster;
  /** From a hex's centre to its corner, in the picture's units. */
  size: number;
  /** The names of the terrains. */
  terrains: string[];
  /** Its title. */
  title: string;
  /** The middle of each space of the turn track in the picture, where it has one. */
  turns: [number, number][];
  /** Of the picture's view box. */
  width: number;
}

/** A hex in play. */
export interface BoardHex {
  /** Its number as printed. */
  id: string;
  /** The name of a place here. */
  name?: string;
  /** Index into the board's terrains. */
  terrain: number;
  /** Where its centre is. */
  x: number;
  /** Where its centre is. */
  y: number;
}

/** The name of a bot. */
export interface BotName {
  /** The name. */
  name: string;
}

/** One thing that may come out of an action. */
export interface Chance {
  /** What comes out. The event that reports it carries the same label. */
  outcome: string;
  /** How likely it is. */
  probability: number;
}

/** What differs from the view before. What is absent is unchanged; `result: null` takes the result away. A list is told as runs of the old list (`[from, to]`, `to` not included) and new entries, in order. */
export interface Change {
  /** The boxes beside the board. */
  boxes?: ([number, number] | Holding)[];
  /** Who is still to come. */
  calendar?: ([number, number] | Arrival)[];
  /** What is in force. */
  facts?: ([number, number] | Fact)[];
  /** What else lies on the board. */
  markers?: ([number, number] | Marker)[];
  /** The phase being played. */
  phase?: Phase;
  /** The counters. */
  pieces?: ([number, number] | Piece)[];
  /** How the game ended; null when it goes on after all. */
  result?: GameResult | null;
  /** The side that must choose; null when the game is over. */
  to_choose?: string | null;
  /** The tracks. */
  tracks?: ([number, number] | Track)[];
  /** The turn's number. */
  turn?: number;
}

/** What is to change; what is left out stays. */
export interface ChangeMe {
  /** The new name. */
  name?: string | null;
  /** The ways to be switched. */
  notices?: ChangeNotices | null;
  /** Whether he wants to be rated. */
  rated?: boolean | null;
  /** The new address for notices; `null` takes it away. */
  webhook?: string | null;
}

/** The ways of notices to be switched; what is left out stays. */
export interface ChangeNotices {
  /** By mail. */
  mail?: boolean | null;
  /** By webhook. */
  webhook?: boolean | null;
}

/** What a game is called that is played with changed data: whoever sits down accepts it. */
export interface ChangedGame {
  /** What it is. */
  about: string;
  /** The battle that is played, if it is one that somebody has laid out. */
  battle?: string;
  /** Who made it. */
  by: string;
  /** How many places are changed in it. */
  changes: number;
  /** The digest of the archive: who takes a seat names it. */
  digest: string;
  /** What it is called. */
  title: string;
}

/** A chapter of a rulebook. */
export interface Chapter {
  /** What stands in place of the id's first part when a clause is named to a player: `Series rules` for `scs/3.1a`. */
  book?: string;
  /** How the ids of its clauses begin: `10`, `scs/3`, `chart`. */
  id: string;
  /** Its title. */
  title: string;
}

/** A chart: a table of cells, what it is for, and what it says beside them. */
export interface Chart {
  /** What the heads of the columns are (`odds`). */
  across?: string;
  /** The rules that it belongs to. */
  clauses: Clause[];
  /** The heads of the columns. */
  columns: string[];
  /** The dice that are rolled on it (`2d6`). */
  dice?: string;
  /** What the heads of the lines are (`two dice`). */
  down: string;
  /** The lines. */
  lines: ChartLine[];
  /** Its name. A roll that is read on it says the same. */
  name: string;
  /** What is said below. */
  notes?: ChartNote[];
  /** What comes of the dice. */
  odds?: ChartOdds[];
  /** What it is for, in one sentence. */
  purpose: string;
  /** What in it is our reconstruction, and why. */
  reconstruction?: string;
}

/** A cell of a chart. */
export interface ChartCell {
  /** What is printed there (`A3r1,D1`). */
  code: string;
  /** The same in words, where that is more. */
  words?: string;
}

/** A line of a chart. */
export interface ChartLine {
  /** One cell for each column. */
  cells: ChartCell[];
  /** Its head. */
  head: string;
}

/** What dice come to on average. */
export interface ChartMean {
  /** How many it is on average. */
  mean: number;
  /** What is counted (`attacker's steps`). */
  what: string;
}

/** Something that a chart says below its lines. */
export interface ChartNote {
  /** The rules behind it. */
  clauses?: Clause[];
  /** What it says. */
  text: string;
}

/** What comes of the dice under one head of a chart, exactly. */
export interface ChartOdds {
  /** What may come out, in the order of the faces of the dice; it adds up to one. */
  chances: Chance[];
  /** The column, or what else the dice are rolled for. */
  head: string;
  /** What it comes to on average. */
  means?: ChartMean[];
}

/** The charts of a scenario, in the order in which they are printed. */
export type Charts = Chart[];

/** The charts as they would be. */
export interface ChartsTried {
  /** The charts; without the step, if that does not fit. */
  charts: Chart[];
  /** Why it does not. */
  problem: Misfit | null;
}

/** Something said at the table. */
export interface ChatLine {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether he has no account: then anybody may have called himself so. */
  guest: boolean;
  /** By whom. */
  name: string;
  /** His side; null for those who look on. */
  side: string | null;
  /** What. */
  text: string;
}

/** One option. */
export interface Choice {
  /** The action's notation, to be sent back. */
  action: string;
  /** What it costs, where it costs something (`1 1/2 MP`). */
  cost?: string;
  /** What it costs or may lead to, where forecasts are asked for; null where there is nothing to tell. */
  forecast?: Forecast | null;
  /** The hex it points at. */
  hex?: string;
  /** What it leaves undone, where it ends a phase in which more could be done (`45 units have not moved`). */
  leaves?: string;
  /** The piece it is about. */
  piece?: string;
  /** What it is among the others, where that is worth a word. */
  role?: Role;
  /** Whether dice fall at once, so that it cannot be taken back. */
  rolls: boolean;
  /** What it does, in a few words. */
  text: string;
}

/** How choices are told. */
export type Choices = 'full' | 'forecasts' | 'short';

/** A rule with its text. */
export interface CitedClause {
  /** The clause's number. */
  id: Clause;
  /** The number as a player reads it, where that is another. */
  name?: string;
  /** The rule, in our own words. */
  text: string | null;
}

/** The id of one rule of a game's rulebook, as its `clauses.tsv` writes it (`9.5c`). */
export type Clause = string;

/** One line of the checklist. */
export interface ClauseText {
  /** The chapter it stands in, by number and title. */
  chapter: string;
  /** The clause's id. */
  id: string;
  /** What it is about: movement, combat, ...; `note` asks for nothing. */
  kind: string;
  /** The id as a player reads it (`Series rules 7.2b`). */
  name: string;
  /** The rule, in our own words. */
  text: string;
}

/** The clauses of a rulebook, in the book's order. */
export type Clauses = ClauseText[];

/** The time that is left. */
export interface Clock {
  /** What is left of each side's bank, in the game's order, in milliseconds. */
  bank_ms: [number, number];
  /** What is left of its grace, in milliseconds. */
  grace_ms: number;
  /** The side whose time runs. */
  runs: string | null;
}

/** Who loses a match that the operator closes. */
export interface Closing {
  /** The side's id: it is taken to have given up. */
  loser: string;
}

/** The code from the mail. */
export interface Code {
  /** Six digits. */
  code: string;
}

/** The staff college of a game: its problems, theme by theme. */
export interface College {
  /** The problems, in the order in which they are taught. */
  problems: ProblemInfo[];
}

/** A computer player. */
export interface ComputerInfo {
  /** Its id. */
  id: string;
  /** How it plays. */
  manner: string;
  /** How long it takes. */
  pace: string;
  /** How long it can take, the shortest first: `grognard:patient` plays as `grognard` does, and thinks longer. */
  patiences: StyleInfo[];
  /** In what manners it can play, the most daring first: `veteran:bold` plays as `veteran` does, and boldly. */
  styles: StyleInfo[];
  /** Its name for people. */
  title: string;
}

/** The computer players, the weakest first. */
export type Computers = ComputerInfo[];

/** A counter as it is printed. */
export interface Counter {
  /** Its sides, or what it says step by step: the fullest first. */
  faces: Face[];
  /** The ids of its formations: first the one by which it is led, then those above or below. */
  formations: string[];
  /** The id by which a view names it. */
  id: string;
  /** Its name in a few letters, for the counter itself. */
  name: string;
  /** Its name in full. */
  title: string;
}

/** Counters under the top one that the viewer may not look at. */
export interface Covered {
  /** How many, where that is open. */
  count: number | null;
}

/** A new match. */
export interface Created {
  /** The links that hold seats, by side; told only this once. */
  links: Record<string, string>;
  /** The match. */
  match: MatchInfo;
}

/** A name and its password. */
export interface Credentials {
  /** The account's name. */
  name: string;
  /** Its password. */
  password: string;
}

/** Who made the printed game. */
export interface Credits {
  /** Who designed it. */
  designer: string;
  /** Who published it, where and when. */
  publisher: string;
  /** Where that is said. */
  source: Provenance;
}

/** Who chooses now; only the chooser is told the prompt and the choices. */
export interface Decision {
  /** The options. */
  choices?: Choice[];
  /** In place of the choices, for those who asked for short ones: their notations. */
  options?: string[];
  /** What is to be chosen, in a sentence. */
  prompt?: string;
  /** The side that must choose. */
  side: string | null;
  /** Whether `undo` would take back the viewer's last action. */
  undo: boolean;
}

/** A number that matters, with the parts it is made of and the clauses that say so. */
export interface Derivation {
  /** The rules behind it. */
  clauses: Clause[];
  /** What the number is. */
  label: string;
  /** What it is made of. */
  parts?: Derivation[];
  /** The number as people write it (`3:1`, `1/2`, `7`). */
  value: string;
}

/** A user as the operator sees him. */
export interface DeskUser {
  /** Whether he has been shown out. */
  banned: boolean;
  /** When he came, in milliseconds since 1970. */
  created: number;
  /** His mail address, confirmed or not. */
  email: string | null;
  /** Whether he has no account. */
  guest: boolean;
  /** His id. */
  id: string;
  /** The name others see. */
  name: string;
}

/** Users as the operator sees them. */
export interface DeskUsers {
  /** The users, by name. */
  users: DeskUser[];
}

/** Where the dice come from. */
export interface DiceInfo {
  /** SHA-256 of the server's secret, published before the first roll. */
  commitment: string;
  /** The SHA-256 of what each side pledged to add before any was opened, or `withdrawn`; told at the table, and at the end. */
  pledges: Record<string, string>;
  /** What each side added; until the end only the asker's own. */
  salts: Record<string, string>;
  /** Opened at the end. */
  secret: string | null;
  /** Opened at the end. */
  seed: string | null;
  /** The sides that have not opened what they pledged: until they have, nobody can choose. */
  unopened: string[];
}

/** One die that was rolled. */
export interface Die {
  /** How many sides the die has. */
  sides: number;
  /** The side that came up, from 1. */
  value: number;
}

/** How hard a game is. */
export interface Difficulty {
  /** From 1, learnt in an evening, to 5. */
  level: number;
  /** Who says so. */
  source: Provenance;
  /** In a sentence. */
  text: string;
}

/** It is done. */
export type Done = object;

/** What stands on a game's door: the battle, who made the game, how long and how hard it is, how it is won, and its sequence of play. */
export interface Door {
  /** The battle, in a paragraph. */
  battle: Told;
  /** The chapters of the rulebook, in its order. */
  chapters: Chapter[];
  /** Who made the printed game. */
  credits: Credits;
  /** How hard it is. */
  difficulty: Difficulty;
  /** How long it takes. */
  length: Length;
  /** The sequence of play, phase by phase. */
  phases: DoorPhase[];
  /** How it is won, in three sentences. */
  winning: Told;
}

/** A phase of the sequence of play. */
export interface DoorPhase {
  /** The rules that one wants to read when it is being played, the foremost first. */
  clauses: string[];
  /** The ids under which a view tells it. */
  ids: string[];
  /** What is done in it. */
  text: string;
  /** Its name. */
  title: string;
}

/** Answers with an overlay. */
export interface Drawn {
  /** The overlay; null where the game has no such overlay. */
  overlay: Overlay | null;
}

/** A step: what stands under some keys from now on. */
export interface EditProject {
  /** Values by key; null is what is shipped. */
  set: object;
}

/** A mail address. */
export interface Email {
  /** The address. */
  email: string;
}

/** How a match ended. */
export interface EndResult {
  /** The sentence for people. */
  text: string;
  /** The winning side; null for a draw. */
  winner: string | null;
}

/** Somebody looks at a match. */
export interface Entered {
  /** What he sees. */
  table: Scene;
}

/** What a refused request is answered with. */
export interface Error {
  /** Why it was refused. */
  error: ErrorInfo;
}

/** Why something was not done. */
export interface ErrorInfo {
  /** The rules that refuse an action. */
  clauses?: CitedClause[];
  /** A word for programs. */
  kind: string;
  /** A sentence for people. */
  message: string;
}

/** A number that was found by playing on, and how sure it is. */
export interface Estimate {
  /** Its standard error: 95 of 100 times the truth lies within twice of it. */
  error: number;
  /** The mean. */
  mean: number;
}

/** Something that happened. */
export interface Event {
  /** The rules that made it so. */
  clauses?: Clause[];
  /** Other numbers that it tells. */
  figures?: Figure[];
  /** The hexes it points at, in order. */
  hexes?: string[];
  /** What sort of thing it is. */
  kind: EventKind;
  /** What each side loses by it. */
  losses?: Loss[];
  /** The outcome of the forecast that came true. */
  outcome?: string;
  /** The pieces it is about. */
  pieces?: string[];
  /** The dice that made it so, in the order in which they fell. */
  rolls?: Roll[];
  /** The side that did it, or to which it happened. */
  side?: string;
  /** The sentence for the log. */
  text: string;
  /** Whether the hexes are the way that a counter took, from where it stood to where it stands. */
  way?: boolean;
}

/** What sort of thing happened. */
export type EventKind =
  /** A turn or a phase begins. */
  | 'phase'
  /** An army or a formation becomes active. */
  | 'activation'
  /** Who goes first is settled. */
  | 'initiative'
  /** An event of the turn happens. */
  | 'event'
  /** An army gets its orders: an allowance, a mode, a formation it belongs to. */
  | 'command'
  /** Something hidden is opened. */
  | 'reveal'
  /** A counter is drawn without looking. */
  | 'draw'
  /** A counter is set up before the battle. */
  | 'set-up'
  /** Reinforcements come, or do not come yet. */
  | 'reinforcement'
  /** A counter leaves the map and is not lost. */
  | 'exit'
  /** Counters move. */
  | 'move'
  /** Counters go by rail. */
  | 'rail'
  /** A headquarters is driven away. */
  | 'displacement'
  /** A stack is put in another order. */
  | 'stack'
  /** Troops turn or change their formation. */
  | 'formation'
  /** A part of a unit becomes a counter of its own. */
  | 'detachment'
  /** Parts become one unit again. */
  | 'rejoining'
  /** An attack is announced. */
  | 'attack'
  /** An attack is resolved. */
  | 'combat'
  /** Units fire. */
  | 'fire'
  /** Guns or airplanes bombard. */
  | 'bombardment'
  /** A bombardment falls elsewhere than it was aimed. */
  | 'drift'
  /** Airplanes fly, fight or come home. */
  | 'air'
  /** Troops are put to the test. */
  | 'check'
  /** What an attack means for those who were in it. */
  | 'result'
  /** Fire has no effect. */
  | 'no-effect'
  /** Steps, guns or whole units are lost. */
  | 'loss'
  /** Troops fall into disorder. */
  | 'disorder'
  /** Troops retreat, after combat or before it. */
  | 'retreat'
  /** Troops advance after combat. */
  | 'advance'
  /** Cavalry pursues. */
  | 'pursuit'
  /** Troops find order, rest or stragglers again, or try to. */
  | 'recovery'
  /** Troops get replacements, or try to. */
  | 'replacement'
  /** Troops lose supply or have it again. */
  | 'supply'
  /** A headquarters or a machine is used up. */
  | 'depletion'
  /** A headquarters or a machine is ready again, or stays used up. */
  | 'refit'
  /** A bridge is built, repaired, blown up or tried. */
  | 'bridge'
  /** Works, forts or a garrison fall. */
  | 'works'
  /** A place changes hands. */
  | 'control'
  /** A side scores. */
  | 'points'
  /** The battle is over by the rules. */
  | 'end'
  /** A side gives up. */
  | 'concession'
  /** Both sides agree to a draw. */
  | 'agreed-draw'
  /** A side's time has run out. */
  | 'timeout'
  /** Other rules or data hold from here on. */
  | 'rules-change';

/** One side of a counter. */
export interface Face {
  /** The mark by which a view tells that it is up; without one, it is up when no other is. */
  mark?: Mark;
  /** Steps that are left when it is up. */
  steps: number;
  /** What it stands for (`reduced`). */
  title: string;
  /** The values printed on it. */
  values: PieceValue[];
}

/** Something in force now. */
export interface Fact {
  /** The rules behind it. */
  clauses: Clause[];
  /** What it is about. */
  kind: FactKind;
  /** The sentence for people. */
  text: string;
}

/** What a fact of the view is about. */
export type FactKind = 'score' | 'count' | 'turn' | 'order' | 'army' | 'reinforcement' | 'combat' | 'supply' | 'rail';

/** What becomes of those who are attacked, in the words that all games share. */
export type Fate = 'destroyed' | 'retreats' | 'weakened' | 'stands';

/** How likely something becomes of those who are attacked. */
export interface FateChance {
  /** What becomes of them. */
  fate: Fate;
  /** How likely it is. */
  probability: number;
}

/** A fight that an action begins, joins or decides: where, how strong, and what may become of both. */
export interface Fight {
  /** What may become of those who are attacked, adding up to one; empty where that cannot be known yet. */
  fates: FateChance[];
  /** The hexes from which they are attacked. */
  from: string[];
  /** By what more strength helps. */
  ladder: Ladder;
  /** What both lose on average, where the dice alone decide that. */
  losses?: MeanLosses;
  /** The odds as people write them (`3:1`, `+2`). */
  odds: string;
  /** How far up that ladder the attack stands, so that two can be compared. */
  rung: number;
  /** The strength that attacks. */
  strength: number;
  /** The hexes that are attacked. */
  targets: string[];
}

/** A number that an event tells. */
export interface Figure {
  /** What it counts. */
  name: FigureName;
  /** The number; halves are 0.5. */
  value: number;
}

/** What a number of an event counts. */
export type FigureName = 'attack' | 'defence' | 'odds' | 'shift' | 'allowance' | 'retreat' | 'units' | 'points' | 'turn';

/** What an action costs or leads to. */
export interface Forecast {
  /** Where the dice will be read, and what led there: one for each chart that is rolled on. */
  aims?: Aim[];
  /** All that may come out, adding up to one; empty when nothing is left to chance. */
  chances: Chance[];
  /** The fight that it is about. */
  fight?: Fight;
  /** What else must be done before these dice fall, where the action alone does not roll them. */
  given?: string;
  /** The hexes it leads through, from where the piece stands to where it goes. */
  path?: string[];
  /** The numbers behind it, opened. */
  sum: Derivation;
}

/** Whose password is forgotten. */
export interface Forgotten {
  /** The account's name. */
  name: string;
}

/** A body of troops whose counters wear the same band. */
export interface Formation {
  /** The colour of its band, as `#rrggbb`. */
  colour: string;
  /** The background of its counters, where it differs from that of their nation. */
  ground?: string;
  /** Its id. */
  id: string;
  /** Its name for people. */
  title: string;
}

/** What the dice have been to a side so far, added up over its rolls. */
export interface Fortune {
  /** How many there were. */
  came: number;
  /** How many good ones of these were to be expected. */
  hoped: number;
  /** How many of them had only good and bad. */
  marks: number;
  /** What was to be expected of them. */
  mean: number;
  /** Its other rolls: nobody can say what would have been better. */
  others: number;
  /** What these showed together. */
  pips: number;
  /** Its rolls of which the rules know what it hoped for. */
  rolls: number;
  /** Their shares of luck: half as much as rolls is to be expected. */
  share: number;
  /** The side. */
  side: string;
  /** The variance of that sum. */
  spread: number;
}

/** A password that the operator passes on. */
export interface FreshPassword {
  /** Told only this once. */
  password: string;
}

/** A position of a match or replay. */
export interface FromMatch {
  /** After how many actions; at the present moment, if none is given. */
  after?: number | null;
  /** The match's id. */
  match: string;
}

/** A moment of a finished game: of a match that was played here, or of a record. */
export interface FromMoment {
  /** How many of its actions have been played then. */
  at: number;
  /** Of a study: the number of a variation, or 0 for the game itself. */
  branch?: number;
  /** The match's id. */
  match?: string | null;
  /** In place of a match: a record or a study, as text. */
  record?: string | null;
  /** What the dice of the last of these actions show in place of what they showed: what if? */
  rolls?: number[];
}

/** A game: what it says about itself. */
export interface GameInfo {
  /** The battles that somebody has laid out, which are played by their ids in place of a scenario's. */
  battles?: BattleInfo[];
  /** Whose copy of the game it is, where it is played with changed data that somebody has brought. */
  changed?: ChangedGame;
  /** A digest of its data files: part of the address of everything that may be kept for ever. */
  data: string;
  /** The id. */
  game: string;
  /** Whether there is a guided first battle. */
  lesson: boolean;
  /** The guided battles, the first one first. */
  lessons: LessonInfo[];
  /** Whose counters there are, where that differs from the sides; a piece names its nation by id. */
  nations: NationInfo[];
  /** The optional rules. */
  options: OptionInfo[];
  /** What can be drawn over its board. */
  overlays: OverlayInfo[];
  /** How many problems its staff college has. */
  problems: number;
  /** What in the data is our reconstruction. */
  reconstruction: string[];
  /** The scenarios; the first is the default. */
  scenarios: ScenarioInfo[];
  /** What is printed on its box. */
  shelf?: Shelf;
  /** The two sides, in the game's order. */
  sides: [SideInfo, SideInfo];
  /** How strong the computer's levels are, where that was measured. */
  strengths?: Strength[];
  /** Its title. */
  title: string;
  /** The version of its rules. */
  version: number;
}

/** How the game ended. */
export interface GameResult {
  /** The rule that decided it. */
  clause: Clause;
  /** The sentence for people. */
  text: string;
  /** The winner's id; nobody's in a draw. */
  winner: string | null;
}

/** The games, in the order in which they are listed. */
export type Games = GameInfo[];

/** How good a choice was, by what it cost. */
export type Grade = 'good' | 'doubtful' | 'mistake' | 'blunder';

/** How a game stood. */
export interface GraphPoint {
  /** How many actions had been played. */
  at: number;
  /** The first side's chance to win; a draw is half a win. */
  chance: Estimate;
  /** The turn. */
  turn: number;
}

/** How a guest wants to be called. */
export interface GuestName {
  /** The name others see. */
  name: string;
}

/** What a veteran would do, and why, from what the side that must choose can know. */
export interface Hint {
  /** The option, in notation. */
  action: string;
  /** The next best option, in notation; absent where there is no other. */
  next?: string;
  /** What it does, in a few words. */
  text: string;
  /** The whole hint in sentences. */
  words: string;
}

/** Answers what a veteran would do. */
export interface Hinted {
  /** The hint. */
  hint: Hint;
}

/** A box beside the board. */
export interface Holding {
  /** What is in it, kind by kind, as far as the viewer may know; counters with places are among the pieces. */
  contents: [string, number][];
  /** Its id. */
  id: string;
  /** Its name. */
  title: string;
}

/** By what more strength helps an attack. */
export type Ladder = 'column' | 'odds' | 'die';

/** A position as the rules see it. */
export interface LaidOut {
  /** The phases with which it may begin. */
  phases?: Phase[];
  /** The position. */
  position: unknown;
  /** What the rules have against it. */
  problems: Misfit[];
  /** The table with all of it that can be. */
  view?: View;
  /** What they allow, but whoever lays it out wants to know: units that would be out of supply or command. */
  warnings?: Misfit[];
}

/** A position to be looked at. */
export interface LayOut {
  /** The position; without one, the opening of the scenario when both sides have set up. */
  position?: unknown;
  /** The scenario's id. */
  scenario?: string | null;
}

/** How long a game takes. */
export interface Length {
  /** About how many decisions both sides make together. */
  decisions: number;
  /** In hours, for two people at this table. */
  hours: string;
  /** What was measured. */
  source: Provenance;
}

/** A guided battle. */
export interface Lesson {
  /** The side that the player leads. */
  side: string;
  /** The steps, in order. */
  steps: LessonStep[];
  /** Its title. */
  title: string;
}

/** A guided battle, as it is offered. */
export interface LessonInfo {
  /** Its id. */
  id: string;
  /** The side that the player leads. */
  side: string;
  /** What it teaches, in a line. */
  teaches: string;
  /** Its title. */
  title: string;
}

/** One step of a lesson. */
export interface LessonStep {
  /** The hexes to point at. */
  hexes?: string[];
  /** The name of the phase it belongs to: when that begins, the player has come as far as here. */
  phase?: string;
  /** What the player is told. */
  text: string;
  /** The step is done when an action that begins so is played, or one of several with ` | ` between them; without it, when the player goes on. */
  until?: string;
}

/** An action of a line. */
export interface LineStep {
  /** In notation. */
  action: string;
  /** What happens. */
  events: Event[];
  /** The hexes it is about: a way, or what it points at. */
  hexes: string[];
  /** The side that acts. */
  side: string;
  /** In words. */
  text: string;
}

/** Events that a viewer may know. */
export interface Log {
  /** The events, in order. */
  log: LogEvent[];
}

/** Something that happened, and when. */
export interface LogEvent {
  /** How many actions had been played before. */
  at: number;
  /** The rules that made it so. */
  clauses?: Clause[];
  /** Other numbers that it tells. */
  figures?: Figure[];
  /** The hexes it points at, in order. */
  hexes?: string[];
  /** What sort of thing it is. */
  kind: EventKind;
  /** What each side loses by it. */
  losses?: Loss[];
  /** The outcome of the forecast that came true. */
  outcome?: string;
  /** The pieces it is about. */
  pieces?: string[];
  /** The dice that made it so, in the order in which they fell. */
  rolls?: Roll[];
  /** The side that did it, or to which it happened. */
  side?: string;
  /** The sentence for the log. */
  text: string;
  /** Whether the hexes are the way that a counter took, from where it stood to where it stands. */
  way?: boolean;
}

/** What a side loses by an event. */
export interface Loss {
  /** Who loses. */
  side: string;
  /** How many steps; a unit without steps counts as one. */
  steps: number;
}

/** How lucky a roll was, and for whom. */
export interface Luck {
  /** Whether it came, where there is only good and bad. */
  came?: boolean;
  /** The chance of what was hoped for, where there is only good and bad. */
  chance?: number;
  /** The chance of a worse roll, and half the chance of one as good: a half is to be expected. */
  share: number;
  /** The side that hoped; to the other it is as much the other way. */
  side: string;
  /** The variance of that share, so that shares of many rolls can be added up and judged. */
  spread: number;
}

/** A hex of a sheet. */
export interface MapHex {
  /** Its number as printed. */
  id: string;
  /** Index into the kinds of ground. */
  terrain: number;
  /** Where its centre is in the picture. */
  x: number;
  /** Where its centre is in the picture. */
  y: number;
}

/** A kind of ground or of hexside. */
export interface MapKind {
  /** The word by which the data know it. */
  id: string;
  /** Its name for people. */
  title: string;
}

/** Hexes with a name. */
export interface MapRegion {
  /** What it is, as the data say it. */
  about?: string;
  /** The hexes. */
  hexes: string[];
  /** The name. */
  id: string;
}

/** A board as it is painted. */
export interface MapSheet {
  /** What may lie on hexsides or lead across them. */
  features: MapKind[];
  /** The name of its file. */
  file: string;
  /** All hexes of the sheet, those out of play among them. */
  hexes: MapHex[];
  /** The names on the map. */
  places: MapRegion[];
  /** The sets of hexes that the rules know by name. */
  regions: MapRegion[];
  /** The hexsides with something on them. */
  sides: MapSide[];
  /** The kinds of ground. */
  terrains: MapKind[];
}

/** A hexside with something on it. */
export interface MapSide {
  /** Indices into the features. */
  features: number[];
  /** The hexes on both sides. */
  hexes: [string, string];
}

/** What is marked on a counter. */
export type Mark =
  /** It belongs to what is being put together now. */
  | 'picked'
  /** It takes part in an attack that is declared. */
  | 'attacking'
  /** Its fire is laid on a target. */
  | 'aimed'
  /** It may still act. */
  | 'ready'
  /** It has moved. */
  | 'moved'
  /** It has fired. */
  | 'fired'
  /** It has attacked. */
  | 'attacked'
  /** It has done its part. */
  | 'done'
  /** It must retreat. */
  | 'must-retreat'
  /** It has retreated. */
  | 'retreated'
  /** It is on a train. */
  | 'entrained'
  /** It has lost a step. */
  | 'reduced'
  /** It has given its Attack Supply. */
  | 'depleted'
  /** It has broken down. */
  | 'broken-down'
  /** It is disrupted. */
  | 'disrupted'
  /** It is disorganized. */
  | 'disorganized'
  /** It is smashed. */
  | 'smashed'
  /** It is locked in a fight that goes on. */
  | 'engaged'
  /** Its supply is attenuated. */
  | 'attenuated-supply'
  /** It is out of supply. */
  | 'out-of-supply'
  /** It is in Offensive mode. */
  | 'offensive'
  /** It is in Defensive mode. */
  | 'defensive'
  /** It is in Transfer mode. */
  | 'transfer'
  /** It is in Regroup mode. */
  | 'regroup'
  /** It is held in reserve. */
  | 'reserve'
  /** It lies across two hexes. */
  | 'extended-line'
  /** It is held back by its orders. */
  | 'held-back'
  /** It is away from its formation and goes after it. */
  | 'catching-up'
  /** It marches at double time. */
  | 'double-time'
  /** It has guns with it. */
  | 'guns'
  /** Some of its men have straggled. */
  | 'stragglers'
  /** It is light cavalry. */
  | 'light'
  /** It fires as machineguns. */
  | 'machineguns'
  /** It flies a Combat Air Patrol. */
  | 'cap';

/** What a mark on a counter means. */
export interface MarkMeaning {
  /** The mark. */
  mark: Mark;
  /** The sentence for people. */
  text: string;
}

/** Something on the board that is no counter with values. */
export interface Marker {
  /** How many. */
  count: number;
  /** Where it lies: a hex, or the two hexes of a hexside. */
  hexes: string[];
  /** What it is. */
  kind: MarkerKind;
  /** The side it belongs to, if any. */
  side?: string;
}

/** What a marker on the board stands for. */
export type MarkerKind =
  /** A side controls the place. */
  | 'control'
  /** The hex is under an attack that is declared. */
  | 'under-attack'
  /** The attack on the hex is being resolved. */
  | 'target'
  /** Troops here are locked in a fight that goes on. */
  | 'engaged'
  /** The remains of units. */
  | 'carnage'
  /** Light guns bombard the hex. */
  | 'light-bombardment'
  /** Heavy guns bombard the hex. */
  | 'heavy-bombardment'
  /** A bridge. */
  | 'bridge'
  /** A bridge that is down. */
  | 'destroyed-bridge'
  /** Works that are destroyed. */
  | 'destroyed-works'
  /** A garrison that is defeated. */
  | 'fallen-garrison';

/** A match as the lobby lists it. */
export interface MatchInfo {
  /** How many actions have been played. */
  actions: number;
  /** What is changed of its game, where it is played with data that somebody has brought. */
  changed?: ChangedGame;
  /** Where other rules or data took over, in order; told with the table alone. */
  changes: RulesChange[];
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** Where the dice come from; null where the game is not served any more. */
  dice: DiceInfo | null;
  /** When it ended, in milliseconds since 1970. */
  ended?: number;
  /** The game's id. */
  game: string;
  /** Its id. */
  id: string;
  /** Whether it is a guided battle. */
  lesson: boolean;
  /** Every option with its setting, `id=on` or `id=off`. */
  options: string[];
  /** How much time the sides have. */
  pace: Pace;
  /** Why it cannot be played on, but only ended: it went another way than the rules and data here; told with the table alone. */
  parted: string | null;
  /** Whether it is left out of public lists. */
  private: boolean;
  /** Which problem of the staff college it is, by its id. */
  problem?: string;
  /** Whether it counts for the ratings of those who play. */
  rated: boolean;
  /** The id of the rematch, once there is one. */
  rematch: string | null;
  /** How it ended. */
  result: EndResult | null;
  /** The scenario's id. */
  scenario: string;
  /** The seats, in the order of the game's sides. */
  seats: [Seat, Seat];
  /** Whether it is played. */
  status: Status;
  /** The game's title. */
  title: string;
  /** The side that all wait for: it must choose, or open first what it has pledged to the dice. */
  to_choose: string | null;
  /** The id of the tournament that it belongs to. */
  tournament?: string;
  /** The game's turn. */
  turn: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
  /** Which guided battle it is, by its id. */
  which_lesson?: string;
}

/** Matches, those changed last first. */
export interface MatchList {
  /** The matches. */
  matches: MatchInfo[];
  /** The cursor of what follows. */
  next: string | null;
}

/** Who is asking. */
export interface Me {
  /** Whether this server can send mail. */
  mail: boolean;
  /** Nobody, until he creates or takes a seat. */
  user: User | null;
}

/** The steps that both lose on average. */
export interface MeanLosses {
  /** The side that attacks. */
  attacker: number;
  /** The side that is attacked. */
  defender: number;
}

/** Something that does not fit. */
export interface Misfit {
  /** The hexes that it is about. */
  hexes?: string[];
  /** The key that it is about. */
  key?: string;
  /** The sentence. */
  message: string;
  /** The counter that it is about. */
  piece?: string;
}

/** Something that decided a game. Its chances are those of the side that acted. */
export interface Moment {
  /** What was done, in notation. */
  action: string;
  /** The chance after it. */
  after: Estimate;
  /** How many actions had been played before it. */
  at: number;
  /** The chance before the choice, with the best that was found; or before the dice fell. */
  before: Estimate;
  /** What would have been better. */
  better?: Better;
  /** What it changed, by games that met the same luck: what the choice cost, or what the dice brought. */
  change: Estimate;
  /** How good the choice was. */
  grade?: Grade;
  /** Whether it is about the choice or about the dice. */
  kind: MomentKind;
  /** The same in victory points. */
  points: number;
  /** The side that acted. */
  side: string;
  /** The same in words. */
  text: string;
  /** The turn. */
  turn: number;
}

/** What decided something. */
export type MomentKind = 'choice' | 'luck';

/** A nation whose counters look different from others of its side. */
export interface NationInfo {
  /** The background of its counters, as `#rrggbb`. */
  colour: string;
  /** The word by which a view's pieces name it. */
  id: string;
  /** Its name for people. */
  title: string;
}

/** What somebody wants to play. */
export interface NewMatch {
  /** Goes on from a moment of a finished game; game, scenario and options are then those of that game. */
  from?: FromMoment | null;
  /** The game's id. */
  game: string;
  /** Begins a guided battle; scenario, options and seats are then the lesson's own. */
  lesson?: boolean;
  /** Options that differ from their defaults. */
  options?: Record<string, boolean>;
  /** How much time the sides have. */
  pace?: Pace;
  /** The SHA-256 of the salt that the asker will add to the dice: pledged with taking his seat. */
  pledge?: string | null;
  /** Whether it is left out of public lists. */
  private?: boolean;
  /** Lays out a problem of the staff college, by its id; scenario, options and seats are then the problem's own. */
  problem?: string | null;
  /** Whether it counts for the ratings of those who play: accounts that want to be rated, or one and a computer. */
  rated?: boolean;
  /** The scenario's id; the game's first if none is given. */
  scenario?: string | null;
  /** Who is to have each side, by its id. */
  seats?: Record<string, Wish>;
  /** Which guided battle, by its id; the first if none is given. */
  which_lesson?: string | null;
}

/** The old password and the new one. */
export interface NewPassword {
  /** The new one. */
  new: string;
  /** The old one. */
  old: string;
}

/** A project is begun. */
export interface NewProject {
  /** A position of a match from which its first battle is made. */
  from?: FromMatch | null;
  /** The game's id. */
  game: string;
  /** What it is called. */
  title: string;
}

/** A new token. */
export interface NewToken {
  /** Told only this once. */
  token: string;
}

/** A tournament that somebody wants to hold. */
export interface NewTournament {
  /** When it begins by itself, in milliseconds since 1970; else when its maker says so, or when it is full. */
  begins?: number | null;
  /** Whether each pairing is two matches at once, with the sides exchanged. */
  both_sides?: boolean;
  /** The game's id. */
  game: string;
  /** How the players are brought together. */
  kind: TournamentKind;
  /** How many may sign up. */
  max_players: number;
  /** Options that differ from their defaults. */
  options?: Record<string, boolean>;
  /** How much time the sides have in each match. */
  pace?: Pace;
  /** Whether its matches are rated. */
  rated?: boolean;
  /** How long a round may take, in milliseconds. */
  round_ms: number;
  /** Rounds of a Swiss tournament; as many as it takes to find a winner if none are given. The others have what they need. */
  rounds?: number | null;
  /** The scenario's id; the game's first if none is given. */
  scenario?: string | null;
  /** What else there is to say. */
  text?: string;
  /** What it is called. */
  title: string;
}

/** That no game ends in a draw: none may be offered then. */
export interface NoDraws {
  /** The rule that says so. */
  clause: Clause;
  /** The option that allows draws all the same. */
  unless?: string;
}

/** By which ways somebody is told of his turn. */
export interface Notices {
  /** By mail. */
  mail: boolean;
  /** By webhook. */
  webhook: boolean;
}

/** What one side offers the other. */
export interface Offer {
  /** The side that offers. */
  by: string;
  /** For a take-back: how many actions would be left. */
  to?: number;
  /** What. */
  what: Proposal;
}

/** Answers what an option costs or may lead to. */
export interface Opened {
  /** The forecast; null where there is nothing to tell. */
  forecast: Forecast | null;
}

/** An optional rule: on or off. */
export interface OptionInfo {
  /** Whose it is, in words. */
  by: string;
  /** Where its default comes from, if somebody's copy of the game has it otherwise than the game is shipped. */
  changed?: string;
  /** The rule that it is about, where the book has one. */
  clause?: Clause;
  /** Whether it is on unless somebody says otherwise. */
  default: boolean;
  /** The word that stands for it on the command line. */
  id: string;
  /** The only scenarios in which it means anything, by their ids; where none is named, it does in all. */
  only?: string[];
  /** What it does, for people. */
  title: string;
  /** Whose idea it is to play otherwise than by default. */
  whose: Whose;
}

/** What kind of source a datum has. */
export type Origin = 'rulebook' | 'published' | 'history' | 'reconstruction';

/** How a match of a tournament came to its end. */
export type Outcome = 'played' | 'forfeit' | 'bye' | 'void';

/** What is drawn over the board. */
export interface Overlay {
  /** The rules behind it. */
  clauses: Clause[];
  /** The hexes that are marked; one may be marked for each side. */
  hexes: OverlayHex[];
  /** What sort of overlay it is. */
  kind: OverlayKind;
  /** Lines from hex to hex. */
  lines: OverlayLine[];
  /** What is shown, in a sentence. */
  text: string;
}

/** A marked hex. */
export interface OverlayHex {
  /** The hex. */
  hex: string;
  /** What is written on it: a value, a cost. */
  label?: string;
  /** How strongly it is drawn: 1 faint, 2 plain, 3 strong. */
  shade: number;
  /** Whose it is, or to whom it matters. */
  side?: string;
  /** Why it is marked. */
  why?: Derivation;
}

/** An overlay that a game knows. */
export interface OverlayInfo {
  /** The rules behind it. */
  clauses: Clause[];
  /** What sort of overlay it is. */
  kind: OverlayKind;
  /** Whether it is about a hex that somebody points at. */
  pointing: Pointing;
  /** What it shows, in a sentence. */
  text: string;
  /** Its name, as the game calls the thing. */
  title: string;
}

/** What an overlay shows of the board. */
export type OverlayKind = 'zones' | 'supply' | 'command' | 'fire' | 'threat' | 'victory' | 'holdings' | 'moves';

/** A line over the board. */
export interface OverlayLine {
  /** The rules behind it. */
  clauses: Clause[];
  /** The hexes that it leads through, from its beginning to its end. */
  hexes: string[];
  /** Whether it is open; else something blocks it. */
  open: boolean;
  /** How strongly it is drawn: 1 faint, 2 plain, 3 strong. */
  shade: number;
  /** Whose it is. */
  side?: string;
  /** What it is, in a sentence. */
  text: string;
}

/** How an option is in one scenario, unless somebody says otherwise. */
export interface OwnDefault {
  /** Whether it is on. */
  default: boolean;
  /** The option's id. */
  id: string;
  /** Where that comes from. */
  source: string;
}

/** Somebody's rating in one game, as he is told it himself. */
export interface OwnRating {
  /** How far off it may be: a standard deviation. */
  deviation: number;
  /** How many were drawn. */
  drawn: number;
  /** The game's id. */
  game: string;
  /** Rated matches that have ended. */
  matches: number;
  /** Whether it says little yet, or again. */
  provisional: boolean;
  /** The rating. */
  rating: number;
  /** How many of them were won. */
  won: number;
}

/** How much time the sides have. */
export type Pace =
  /** As much as they like. */
  | { kind: 'none' }
  /** Both are at the table. */
  | { bank_ms: number; grace_ms: number; kind: 'live' }
  /** Over days and weeks. */
  | { bank_ms: number; grace_ms: number; kind: 'slow' };

/** Two who meet, or one who has a bye. */
export interface Pairing {
  /** Whether nothing of it is left to play. */
  done: boolean;
  /** The matches. */
  matches: Appointment[];
  /** The players' names; one alone has a bye. */
  players: string[];
  /** Their points against each other so far. */
  points: number[];
}

/** The account's password. */
export interface Password {
  /** The password. */
  password: string;
}

/** The phase being played. */
export interface Phase {
  /** A short id (`V`). */
  id: string;
  /** Its name. */
  title: string;
}

/** A counter. */
export type Piece = {
  /** What it hides from the viewer. */
  covers?: Covered;
  /** The hexside it faces, where the game has facing. */
  facing?: string;
  /** Its name, unless the viewer may not know which one it is. */
  id?: string;
  /** Its type (`infantry`). */
  kind: string;
  /** What is marked on it. */
  marks?: Mark[];
  /** The id of its nation, where the game has several on a side. */
  nation?: string;
  /** How it stands and what it may still do, in sentences, as far as the viewer may know. */
  notes?: string[];
  /** The side it belongs to. */
  side: string;
  /** How large a formation it stands for (`platoon`). */
  size?: string;
  /** Steps left. */
  steps: number;
  /** The values printed on the face that is up. */
  values: PieceValue[];
} & ({ hexes: string[]; box?: undefined } | { box: string; hexes?: undefined });

/** A value printed on a counter. */
export interface PieceValue {
  /** What it is. */
  name: ValueName;
  /** How it is printed. */
  value: string;
}

/** Something was played or taken back. */
export interface Played {
  /** How many actions have been played now. */
  actions: number;
}

/** Whether an overlay is about a hex that somebody points at. */
export type Pointing = 'never' | 'may' | 'must';

/** Who is there. */
export interface Presence {
  /** Whether a side's player is there. */
  sides: Record<string, boolean>;
  /** How many look on. */
  spectators: number;
}

/** A problem of the staff college: a position with one right answer. */
export interface Problem {
  /** How many own actions belong to an answer, at most. */
  actions: number;
  /** The first of them in words, action by action. */
  answer: string[];
  /** The hexes that the task speaks of. */
  hexes: string[];
  /** How it is offered. */
  info: ProblemInfo;
  /** What playing on has shown, in a sentence or two. */
  proof: string;
  /** The right answers, each as its actions in order. An answer is right as soon as it begins with one of them, and wrong as soon as none can come of it any more. */
  right: string[][];
  /** The task. */
  task: string;
  /** Why it is right. */
  why: string;
}

/** A problem, as it is offered. */
export interface ProblemInfo {
  /** Its id. */
  id: string;
  /** The scenario's id. */
  scenario: string;
  /** The side that has to answer. */
  side: string;
  /** What it is about. */
  theme: Theme;
  /** The name of that for people. */
  theme_title: string;
  /** Its title. */
  title: string;
}

/** A project as it is listed. */
export interface ProjectHead {
  /** How many battles are laid out in it. */
  battles: number;
  /** How many places are changed in it. */
  changes: number;
  /** The game's id. */
  game: string;
  /** Its id. */
  id: string;
  /** What it is called. */
  title: string;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
}

/** A project as it stands, or what a step has changed of it. */
export interface ProjectState {
  /** What stands under each key, or under those that the step has changed; null is what is shipped. */
  entries: object;
  /** The game's id. */
  game: string;
  /** Its id. */
  id: string;
  /** What does not fit. */
  problems: Misfit[];
  /** How many steps can be done again. */
  redo: number;
  /** How many steps were done in it. */
  revision: number;
  /** How many steps can be undone. */
  undo: number;
  /** What the rules can take, but whoever made it may not have meant: ways that lead nowhere. */
  warnings?: Misfit[];
}

/** The projects of somebody, the one that changed last first. */
export type Projects = ProjectHead[];

/** What can be offered. */
export type Proposal = 'draw' | 'take_back';

/** The source of one datum, written `rulebook 9.5`, `published ADDRESS`, `history WHAT` or `reconstruction WHY`. */
export interface Provenance {
  /** The clause, the address, or the reason. */
  detail: string;
  /** The kind of source. */
  origin: Origin;
}

/** What is told without being asked for. */
export type Push =
  /** The whole table anew. */
  | { push: 'table'; table: Scene }
  /** Something was played. */
  | { push: 'step'; step: Step }
  /** Somebody sat down. */
  | { match: MatchInfo; push: 'match' }
  /** Somebody said something. */
  | { line: ChatLine; push: 'chat' }
  /** Somebody came or went. */
  | { presence: Presence; push: 'presence' }
  /** Something is offered, or is not offered any more. */
  | { declined?: boolean; offer: Offer | null; push: 'offer' }
  /** There is a match with the sides swapped. */
  | { match: string; push: 'rematch' };

/** Somebody who is rated. */
export interface Rated {
  /** How far off it may be: a standard deviation. */
  deviation: number;
  /** How many were drawn. */
  drawn: number;
  /** When the last of them ended, in milliseconds since 1970. */
  last: number;
  /** Rated matches that have ended. */
  matches: number;
  /** The name. */
  name: string;
  /** Whether it says little yet, or again. */
  provisional: boolean;
  /** The rating. */
  rating: number;
  /** How many of them were won. */
  won: number;
}

/** Who is rated in a game, the best first. */
export interface RatingTable {
  /** The game's id. */
  game: string;
  /** The cursor of what follows. */
  next: string | null;
  /** The players. */
  players: Rated[];
  /** The computer's levels, which stay where they are, the best first. */
  stars: Star[];
}

/** Where a table was read: its words are those of the chart. */
export interface Reading {
  /** The column, where it has several. */
  column?: string;
  /** The column before anything moved it, where something did. */
  from?: string;
  /** The line. */
  line: string;
  /** The name of the table. */
  name: string;
  /** What is printed there. */
  result: string;
  /** What moved the column or changed the dice, in order. */
  steps?: AimStep[];
}

/** Answers why. */
export interface Reasons {
  /** Why. */
  why: Why;
}

/** How many rated matches the ratings were worked out from anew. */
export interface Reckoned {
  /** The matches. */
  matches: number;
}

/** Why something is not allowed. */
export interface Refusal {
  /** The rules that refuse it, the most telling first. */
  clauses: CitedClause[];
  /** A sentence for people. */
  reason: string;
}

/** There is a match with the sides swapped. */
export interface Rematch {
  /** Its id. */
  match: string;
  /** The link to the seat, for who holds the old one by its link alone. */
  token?: string;
}

/** A game, step by step, as one viewer may see it. */
export interface Replay {
  /** How many actions it has in all. */
  actions: number;
  /** The table before the first step. */
  first: View;
  /** How many had been played before the first of these steps. */
  from: number;
  /** The game's id. */
  game: string;
  /** Of a record of older rules: with which version it was played, and how far this program's rules show it. */
  older: string | null;
  /** Every option with its setting, `id=on` or `id=off`. */
  options: string[];
  /** What else must be known of it, in sentences: what nobody promised, what was laid down by hand. */
  remarks: string[];
  /** How it ended. */
  result: EndResult | null;
  /** The scenario's id. */
  scenario: string;
  /** Who sat where, `SIDE=WHO`. */
  seats: string[];
  /** The actions, in order. */
  steps: ReplayStep[];
  /** What was verified, in sentences: seals, rules, dice, commitment. */
  verified: string[];
  /** Whose eyes: a side, `spectator` or `all`. */
  viewer: string;
  /** Whose eyes may be chosen with `see`. */
  viewers: string[];
}

/** A part of a replay that is told line by line, so that its first position can be shown at once. */
export type ReplayPart =
  /** The first line: all but the steps, and but what is known at the end. */
  | { part: 'first'; replay: Replay }
  /** The next steps. */
  | { part: 'steps'; steps: ReplayStep[] }
  /** The last line: what is known when all has been played again. */
  | { older: string | null; part: 'end'; remarks: string[]; result: EndResult | null; verified: string[] }
  /** The last line of a record that is not true: why. */
  | { error: ErrorInfo; part: 'error' };

/** One action of a game. */
export interface ReplayStep {
  /** Its notation, for those who may know it. */
  action?: string;
  /** What differs on the table. */
  change: Change;
  /** What happened. */
  events: LogEvent[];
  /** The dice, `d6=3`, for those who may know the action. */
  rolls?: string[];
  /** The side that acted. */
  side: string;
}

/** A request answered. */
export type Reply =
  /** It was done. */
  | { ok: true; re: number } & (Entered | Played | Reasons | Opened | Hinted | Drawn | Rematch | Done)
  /** It was refused. */
  | { error: ErrorInfo; ok: false; re: number };

/** What can be asked of a match. Over a socket each request carries a number as its `id`, which the answer repeats. */
export type Request =
  /** The first message on a socket. */
  | { choices?: Choices | null; do: 'enter'; pledge?: string | null; see?: string | null; token?: string | null }
  /** Looks with other eyes. */
  | { do: 'see'; viewer: string }
  /** Takes an open seat. */
  | { accept?: string | null; do: 'sit'; pledge?: string | null; side: string }
  /** Plays an action. */
  | { action: string; after: number; do: 'play' }
  /** Takes back one's last action. */
  | { after: number; do: 'undo' }
  /** Gives up. */
  | { do: 'concede'; side?: string | null }
  /** Offers a draw or asks to go back. */
  | { do: 'offer'; to?: number | null; what: Proposal }
  /** Answers the other side's offer. */
  | { accept: boolean; do: 'answer' }
  /** Why an option is legal or not, or what may be done with a hex. */
  | { about: string; do: 'why' }
  /** What an option costs or may lead to. */
  | { action: string; do: 'forecast' }
  /** What a veteran would do, and why. Not in a match between two people. */
  | { do: 'hint' }
  /** What the rules have to say of the whole board, or of a hex. */
  | { after?: number | null; at?: string | null; do: 'overlay'; kind: string; see?: string | null }
  /** Says something to all at the table. */
  | { do: 'say'; text: string }
  /** Pledges what one will stir the dice with, while a seat is free: it is opened, by `salt`, when all are taken. Nobody can play before, and the time of who has not opened his runs. */
  | { do: 'pledge'; hash?: string | null }
  /** Stirs the dice, before the first action: opens the salt that was pledged, or adds one without a pledge. */
  | { do: 'salt'; text: string }
  /** Notes how much one has seen. */
  | { actions: number; do: 'seen' }
  /** Switches one's notices for this match. */
  | { do: 'notices'; on: boolean }
  /** Offers a match with the sides swapped, or agrees to it; it begins when both have. */
  | { do: 'rematch'; pledge?: string | null }
  /** Asks whether the server is there. */
  | { do: 'ping' };

/** A new password in place of one that is forgotten. */
export interface ResetPassword {
  /** Six digits, from the mail. */
  code: string;
  /** The account's name. */
  name: string;
  /** The new password. */
  new: string;
}

/** How long what nobody needs any more is kept. */
export interface Retention {
  /** Matches that are over go after so many days; left out, they stay. */
  finished_days?: number | null;
  /** Guests who never came back and matches in which nothing was played go after so many days. */
  unused_days: number;
}

/** What an option is among the others of its decision. */
export type Role = 'aim' | 'join' | 'fight' | 'lead' | 'aside' | 'usual' | 'plain' | 'turn' | 'least';

/** Dice that fell, with what was to be expected of them. */
export interface Roll {
  /** The dice, in the order in which they fell. */
  dice: Die[];
  /** What was rolled for, in a few words (`the attack on 4022`). */
  for: string;
  /** How lucky it was, where the rules know what a side hoped for. */
  luck?: Luck;
  /** The total that was to be expected. */
  mean: number;
  /** What is added to the dice or taken from them. */
  modifier?: number;
  /** Where a table was read with the total. */
  table?: Reading;
  /** The dice and the modifier together. */
  total: number;
}

/** All counters that a scenario may bring, and the formations they belong to. */
export interface Roster {
  /** The counters, by the ids of a view's pieces. */
  counters: Counter[];
  /** The formations. */
  formations: Formation[];
  /** What the marks on counters mean. */
  marks: MarkMeaning[];
  /** What the values on counters mean. */
  values: ValueMeaning[];
}

/** A round of a tournament. */
export interface Round {
  /** Who meets whom. */
  pairings: Pairing[];
  /** Which one, from 1. */
  round: number;
}

/** From here on other rules or data hold in a match. */
export interface RulesChange {
  /** How many actions had been played. */
  after: number;
  /** The digest of the data files from there on. */
  data: string;
  /** The version of the rules from there on. */
  rules: number;
}

/** A scenario's name and length. */
export interface ScenarioInfo {
  /** The backgrounds of the two sides' counters in it, where they differ from the game's. */
  colours?: [string, string];
  /** The number of its first turn, where that is not 1. */
  first?: number;
  /** The word that stands for it on the command line. */
  id: string;
  /** That its book lets no game of it end in a draw, where it does not. */
  no_draws?: NoDraws;
  /** The options that are otherwise in it than in the game's other scenarios unless somebody says otherwise, because somebody's copy of the game has them so. */
  options?: OwnDefault[];
  /** What the two sides are called in it, where that is not what the game calls them. */
  sides?: [string, string];
  /** Its name for people. */
  title: string;
  /** How many turns it lasts at most with the default options, unless it is played to a decision. */
  turns: number | null;
}

/** All that a viewer may know of a match. */
export interface Scene {
  /** Why the table is told anew, where nobody asked for it. */
  because?: Because;
  /** What was said last. */
  chat: ChatLine[];
  /** The time that is left. */
  clock: Clock | null;
  /** Who chooses now, and what. */
  decision: Decision;
  /** What the dice have been to each side, from the first roll on. */
  fortunes: Fortune[];
  /** The last events. */
  log: LogEvent[];
  /** The match. */
  match: MatchInfo;
  /** Whether the asker is told of his turn in this match; null where that cannot be. */
  notices: boolean | null;
  /** What is offered. */
  offer: Offer | null;
  /** Who is there. */
  presence: Presence;
  /** How many actions had been played when the asker last looked; null for those who look on. */
  seen: number | null;
  /** What they see. */
  view: View;
  /** Whose eyes: a side, `spectator` or `all`. */
  viewer: string;
  /** Whose eyes may be chosen with `see`. */
  viewers: string[];
  /** The sides whose seats the asker holds. */
  yours: string[];
}

/** A side in one match. */
export interface Seat {
  /** The computer's id. */
  computer?: string;
  /** Whether the player has no account. */
  guest?: boolean;
  /** The player's name; absent while nobody sits there. */
  name?: string;
  /** The player's rating in this game, if he wants to be rated; in a rated match the computer's too. */
  rating?: number;
  /** The side's id. */
  side: string;
  /** Who has it. */
  who: SeatKind;
  /** Whether it is the asker's own. */
  yours: boolean;
}

/** Who has a seat. */
export type SeatKind = 'open' | 'link' | 'player' | 'computer';

/** A list of the data: a row for each entry. */
export interface Sheet {
  /** What it is, as the data say it. */
  about?: string;
  /** The place of the list in it. */
  at: string;
  /** What a designer calls it, where it makes a scenario: once for each thing that it tells. */
  cards?: SheetCard[];
  /** The names of the columns; the one column of a section of single values has none, and its cells are at the places of their rows. */
  columns: string[];
  /** The name of the file. */
  file: string;
  /** The rows. */
  rows: SheetRow[];
}

/** What a sheet tells of a scenario, and how it is called. */
export interface SheetCard {
  /** How what stands there begins. */
  begins?: string;
  /** The columns that are shown, with their titles; all of them, where none is named. */
  columns?: Titled[];
  /** The column in which hexes stand. */
  hexes?: string;
  /** The column without which a row is not shown. */
  only?: string;
  /** Its place among the cards. */
  order: number;
  /** What it is about: `turns`, `arrivals`, `victory`, `areas`, `places`. */
  part: string;
  /** The rows that are shown, with their titles; all of them, where none is named. */
  rows?: Titled[];
  /** The scenarios whose it is; of all of them, where none is named. */
  scenarios?: string[];
  /** What it is called. */
  title: string;
}

/** An entry of a list. */
export interface SheetRow {
  /** What it is, as the data say it. */
  about?: string;
  /** The place of the entry. */
  at: string;
  /** The values, column by column; null where it has none. */
  cells: unknown[];
}

/** The data of a game as sheets of rows and columns. */
export type Sheets = Sheet[];

/** What is printed on a game's box. */
export interface Shelf {
  /** About how many decisions both sides make together. */
  decisions: number;
  /** Who designed it. */
  designer: string;
  /** How many hours it takes. */
  hours: string;
  /** How hard it is, from 1 to 5. */
  level: number;
  /** Who published it, where and when. */
  publisher: string;
}

/** What a side did in a game, and what the dice did for it. */
export interface SideAccount {
  /** How many were blunders. */
  blunders: number;
  /** What its choices did to it, beside those that the computer takes without looking ahead. */
  choice: number;
  /** How many choices it had. */
  choices: number;
  /** What those of its choices cost that are not good. */
  cost: number;
  /** How many were doubtful. */
  doubtful: number;
  /** How many of these were looked at one by one. */
  examined: number;
  /** What its own dice did to its own chance to win. */
  luck: Estimate;
  /** How many were mistakes. */
  mistakes: number;
  /** The side. */
  side: string;
}

/** A side's name. */
export interface SideInfo {
  /** The background of its counters, as `#rrggbb`. */
  colour: string;
  /** The word that stands for it in notation and on the command line. */
  id: string;
  /** Its name for people. */
  title: string;
}

/** Where somebody stands. */
export interface Standing {
  /** The points of all that he met (Buchholz). */
  buchholz: number;
  /** His points against those who have as many. */
  head_to_head: number;
  /** Matches that were played to their end or forfeited. */
  matches: number;
  /** His name. */
  name: string;
  /** In a knock-out, the round in which he lost; null for whoever is still in, and elsewhere. */
  out_in: number | null;
  /** His place, from 1; who cannot be told apart shares one. */
  place: number;
  /** His points: 1 for a match that is won, half for one that is drawn. */
  points: number;
  /** His place at the beginning, by which pairings are made; 0 before that. */
  seed: number;
  /** The points of those whom he beat, and half of those with whom he drew (Sonneborn-Berger). */
  sonneborn_berger: number;
  /** How much of the rounds' time his matches have used: all that was waited for him, in milliseconds. */
  used_ms: number;
  /** Whether he has withdrawn. */
  withdrawn: boolean;
  /** Whether he is the asker. */
  you: boolean;
}

/** A level of the computer that others are measured by. */
export interface Star {
  /** The level's id. */
  computer: string;
  /** Its rating. */
  rating: number;
}

/** Whether a match is played. */
export type Status = 'waiting' | 'playing' | 'over';

/** One accepted action, as a viewer may know it. */
export interface Step {
  /** Its notation, for those who may know it. */
  action?: string;
  /** How many actions have been played, this one included. */
  actions: number;
  /** What differs on the table. */
  change: Change;
  /** The time that is left. */
  clock: Clock | null;
  /** Who chooses now, and what. */
  decision: Decision;
  /** What happened. */
  events: LogEvent[];
  /** The side that acted. */
  side: string;
}

/** How strong a level of the computer is in a scenario. A pair is a seed played twice with exchanged seats. */
export interface Strength {
  /** The id of the level below, against which it has played. */
  below: string;
  /** How many were even. */
  even: number;
  /** The level's id. */
  level: string;
  /** How many it has lost. */
  lost: number;
  /** The scenario's id. */
  scenario: string;
  /** How many pairs it has won. */
  won: number;
}

/** A study that is kept here: a record with what somebody has written to it. */
export interface StudyInfo {
  /** Who has made it. */
  by: string;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** The game's id. */
  game: string;
  /** The id: whoever knows it can read the study. */
  id: string;
  /** Whether the asker has made it, and so may change and delete it. */
  mine: boolean;
  /** The scenario's id. */
  scenario: string;
  /** How long it is, in bytes. */
  size: number;
  /** What it is called; may be empty. */
  title: string;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
}

/** Studies, those that changed last first. */
export interface StudyList {
  /** The studies. */
  studies: StudyInfo[];
}

/** A manner of play, or of taking one's time. */
export interface StyleInfo {
  /** Its id. */
  id: string;
  /** How it plays. */
  manner: string;
}

/** What was thrown away. */
export interface Swept {
  /** Matches. */
  matches: number;
}

/** How some games between computers went. */
export interface Tally {
  /** The actions of all together. */
  actions: number;
  /** How many nobody won. */
  draws: number;
  /** How they ended, in sentences, each with how often; the most frequent first. */
  endings: [string, number][];
  /** How many were played. */
  games: number;
  /** Between which shares each side's lies, nineteen times in twenty. */
  limits: [[number, number], [number, number]];
  /** The turns of all together. */
  turns: number;
  /** How many the sides won, in the game's order. */
  won: [number, number];
}

/** What a problem is about. */
export type Theme =
  /** Force goes to where it decides. */
  | 'concentrate'
  /** The enemy gets no way out. */
  | 'close-the-ring'
  /** The own way back stays open. */
  | 'keep-the-retreat'
  /** A unit that would be lost goes. */
  | 'leave-the-trap'
  /** A passage is held, or taken. */
  | 'hold-the-bridge'
  /** What the game is won by is kept, or seized. */
  | 'guard-the-goal'
  /** The ground does the fighting. */
  | 'take-cover'
  /** An attack that does not pay is left alone. */
  | 'do-not-attack';

/** A word of the data with its title. */
export interface Titled {
  /** The word. */
  id: string;
  /** The title. */
  title: string;
}

/** A bot's token, without its secret. */
export interface TokenInfo {
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Its id. */
  id: string;
  /** The bot's name. */
  name: string;
}

/** All tokens of an account. */
export interface Tokens {
  /** The tokens, the oldest first. */
  tokens: TokenInfo[];
}

/** Words with their source. */
export interface Told {
  /** Where they come from. */
  source: Provenance;
  /** The words. */
  text: string;
}

/** All of a tournament. */
export interface Tournament {
  /** What lists have of it. */
  info: TournamentInfo;
  /** The rounds so far, the last one first. */
  rounds: Round[];
  /** Who stands where, the best first; before it begins, who has signed up, in that order. */
  standings: Standing[];
}

/** A tournament as lists have it. */
export interface TournamentInfo {
  /** When it begins by itself, in milliseconds since 1970. */
  begins: number | null;
  /** Whether each pairing is two matches at once, with the sides exchanged. */
  both_sides: boolean;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** Until when it must be played, in milliseconds since 1970. */
  deadline: number | null;
  /** Whether the asker plays in it. */
  entered: boolean;
  /** The game's id. */
  game: string;
  /** Who holds it. */
  host: string;
  /** Its id. */
  id: string;
  /** How the players are brought together. */
  kind: TournamentKind;
  /** How many may sign up. */
  max_players: number;
  /** Every option with its setting, `id=on` or `id=off`. */
  options: string[];
  /** How much time the sides have in each match. */
  pace: Pace;
  /** How many have signed up. */
  players: number;
  /** Whether its matches are rated. */
  rated: boolean;
  /** The round that is played, from 1; 0 before the first. */
  round: number;
  /** How long a round may take, in milliseconds. */
  round_ms: number;
  /** How many rounds there are; null where that is not known before it begins. */
  rounds: number | null;
  /** The scenario's id. */
  scenario: string;
  /** How far it is. */
  status: TournamentStatus;
  /** What else there is to say. */
  text: string;
  /** What it is called. */
  title: string;
  /** Who has won it. */
  winner: string | null;
  /** Whether that is the asker. */
  yours: boolean;
}

/** How the players of a tournament are brought together. */
export type TournamentKind = 'round_robin' | 'swiss' | 'knock_out';

/** Tournaments, those changed last first. */
export interface TournamentList {
  /** The cursor of what follows. */
  next: string | null;
  /** The tournaments. */
  tournaments: TournamentInfo[];
}

/** How far a tournament is. */
export type TournamentStatus = 'open' | 'playing' | 'over' | 'called_off';

/** A track. */
export interface Track {
  /** The space where the marker stands. */
  at: number;
  /** Its id. */
  id: string;
  /** The names of its spaces. */
  spaces: string[];
  /** Its name. */
  title: string;
}

/** How the last run of games between computers goes; null where there was none. */
export type Trial = TrialReport | null;

/** How games between computers go. */
export interface TrialReport {
  /** What went wrong. */
  failed?: string;
  /** How many games of each kind are to be played. */
  games: number;
  /** With the project's data. */
  own: Tally;
  /** The computer that plays both sides. */
  player: string;
  /** Whether it still goes on. */
  running: boolean;
  /** With the data as they are shipped; none where they cannot be laid out so. */
  shipped: Tally;
  /** The id of the scenario or the battle. */
  what: string;
}

/** What happens when something is tried at a moment of a game, and what can be done then. */
export interface Tried {
  /** What can be chosen. */
  choices: Choice[];
  /** The action as a study writes it, `SIDE ACTION [ROLLS]`; absent where nothing was tried. */
  line?: string;
  /** What is to be chosen, in a sentence. */
  prompt?: string;
  /** How the game ends by it, as a record writes it; absent if it goes on. */
  result?: string;
  /** The side that must choose then; null when it is over. */
  side: string | null;
  /** What happens; absent where nothing was tried. */
  step?: ReplayStep;
}

/** A look at the charts, with a step that is not done yet. */
export interface TryCharts {
  /** The scenario's id; the game's first if none is given. */
  scenario?: string | null;
  /** Values by key, as in a step. */
  set?: object;
}

/** A turn: how it stood at its beginning, and what changed the first side's chance in it. All changes together lead from the chance at the beginning of this turn to that of the next. */
export interface TurnAccount {
  /** How many actions had been played at its beginning. */
  at: number;
  /** The first side's chance then. */
  chance: number;
  /** What the choices of both sides did to it. */
  choice: [number, number];
  /** What was seen otherwise when the next turn could be foreseen, or when something hidden came to light. */
  hindsight: number;
  /** What the dice of both sides did to the first side's chance. */
  luck: [number, number];
  /** The victory points of both sides then. */
  points: [number, number];
  /** The strength of both sides then. */
  strength: [number, number];
  /** The turn. */
  turn: number;
}

/** A user as he is shown to himself. */
export interface User {
  /** His mail address. */
  email: string | null;
  /** Whether he has shown that the address is his. */
  email_confirmed: boolean;
  /** Whether he has no account. */
  guest: boolean;
  /** His id. */
  id: string;
  /** The name others see. */
  name: string;
  /** Whether the name is one that he has chosen, and not the one that a guest is given. */
  named: boolean;
  /** By which ways he is told of his turn. */
  notices: Notices;
  /** Whether he wants to be rated. */
  rated: boolean;
  /** His ratings, by game; hidden from others unless he wants to be rated. */
  ratings: OwnRating[];
  /** How many other browsers are signed in. */
  sessions: number;
  /** Where his notices are posted. */
  webhook: string | null;
}

/** What a value on a counter means. */
export interface ValueMeaning {
  /** The value's name. */
  name: ValueName;
  /** The sentence for people. */
  text: string;
}

/** The name of a value printed on a counter or kept for it. */
export type ValueName =
  /** How it attacks. */
  | 'attack'
  /** How it defends. */
  | 'defence'
  /** How it fights, in attack and defence. */
  | 'combat'
  /** How strong it is now. */
  | 'strength'
  /** How it fires. */
  | 'fire'
  /** How it bombards. */
  | 'bombardment'
  /** How far it reaches. */
  | 'range'
  /** How far it moves. */
  | 'movement'
  /** Its Troop Efficiency Rating. */
  | 'ter'
  /** Its morale. */
  | 'morale'
  /** How tired it is. */
  | 'fatigue'
  /** How many of its steps have straggled. */
  | 'stragglers'
  /** How many batteries are with it. */
  | 'batteries'
  /** How much cavalry of its own it has. */
  | 'organic-cavalry'
  /** How well a leader leads. */
  | 'rating'
  /** What a leader adds in combat. */
  | 'bonus'
  /** By how many columns it shifts the odds. */
  | 'shift';

/** Whether an option may be taken. */
export interface Verdict {
  /** Whether it may be taken. */
  accepted: boolean;
  /** Its notation. */
  option: string;
  /** Why not. */
  refusal?: Refusal;
  /** What it does, in a few words. */
  text: string;
}

/** The table as a viewer may see it. */
export interface View {
  /** Boxes beside the board and what is in them. */
  boxes: Holding[];
  /** Who is still to come, by turn and side. */
  calendar: Arrival[];
  /** What is in force now: events of the turn, limits, totals; each with its clauses. */
  facts: Fact[];
  /** What else lies on the board: markers, remains, bridges. */
  markers: Marker[];
  /** The phase being played. */
  phase: Phase;
  /** The counters that can be seen, stack by stack from the bottom to the top. */
  pieces: Piece[];
  /** How the game ended. */
  result?: GameResult;
  /** The side that must choose; nobody when the game is over. */
  to_choose: string | null;
  /** Tracks with a marker on one of their spaces. */
  tracks: Track[];
  /** The turn's number. */
  turn: number;
}

/** Whose idea an option is. */
export type Whose = 'book' | 'reading' | 'balance' | 'published' | 'history';

/** Why an option may be taken or not; or, of a hex, all that pointing at it may mean now. */
export type Why =
  /** About a hex. */
  | {
  /** The hex. */
  hex: string;
  /** What pointing at it may mean. */
  verdicts: Verdict[];
}
  /** About one option. */
  | Verdict;

/** Who is to have a seat. */
export type Wish = 'me' | 'link' | 'open' | { computer: string };
