// What a player asks for when he creates a match.

import type { ComputerInfo, GameInfo, NewMatch, OptionInfo, OwnDefault, Pace, Wish } from '../lib/wire';

/** Who is to sit in a seat: `computer:ID` for a computer, `computer:ID:STYLE` for one that plays in another than the usual manner. */
export type Sitter = 'me' | 'link' | 'open' | `computer:${string}`;

export interface Setup {
  game: string;
  scenario: string;
  /** The options that the player has switched; all others are as the scenario has them. */
  options: Record<string, boolean>;
  seats: Record<string, Sitter>;
  pace: PaceChoice;
  private: boolean;
  /** Whether it is to count for ratings, where it can. */
  rated: boolean;
}
export interface PaceChoice {
  kind: 'none' | 'live' | 'slow';
  minutes: number;
  days: number;
}

export type PresetName = 'computer' | 'hot-seat' | 'friend' | 'anybody' | 'watch';

export const presets: { name: PresetName; title: string; text: string }[] = [
  { name: 'computer', title: 'Alone against the computer', text: 'You command one side.' },
  { name: 'hot-seat', title: 'Two at this screen', text: 'You play both sides, or pass the chair.' },
  { name: 'friend', title: 'With a friend, by link', text: 'Send a link; whoever opens it sits down.' },
  { name: 'anybody', title: 'Open to anybody', text: 'The lobby shows the empty seat.' },
  { name: 'watch', title: 'Watch two computers', text: 'Lean back and learn.' },
];

export const liveMinutes = [30, 60, 90, 180];
export const slowDays = [1, 3, 7];

/** The options that mean something in a scenario, or in the one in which a battle is fought. */
export function optionsIn(game: GameInfo, scenario: string | undefined): OptionInfo[] {
  const where = scenario === undefined ? '' : boardOf(game, scenario);
  return game.options.filter(({ only }) => !only || only.includes(where));
}

/** Of those that somebody has switched: one that was switched for another scenario means nothing in this. */
export function switchedIn(game: GameInfo, scenario: string, switched: Record<string, boolean>): Record<string, boolean> {
  const known = new Set(optionsIn(game, scenario).map(({ id }) => id));
  return Object.fromEntries(Object.entries(switched).filter(([id]) => known.has(id)));
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Whether an option is on in a scenario unless somebody says otherwise. */
export function isUsual(game: GameInfo, scenario: string | undefined, option: OptionInfo): boolean {
  const battle = game.battles?.find(({ id }) => id === scenario);
  if (battle) return battle.options.includes(`${option.id}=on`);
  return ownDefault(game, scenario, option)?.default ?? option.default;
}

/** What somebody's copy of the game says of an option in one scenario alone. */
export function ownDefault(game: GameInfo, scenario: string | undefined, option: OptionInfo): OwnDefault | undefined {
  return game.scenarios.find(({ id }) => id === scenario)?.options?.find(({ id }) => id === option.id);
}

/** The first wishes for a game: its first battle or scenario, or the one that is wanted, and its own options, alone against a
 *  computer of middling strength. */
export function fresh(game: GameInfo, computers: ComputerInfo[], wanted?: string | null): Setup {
  const [first, second] = game.sides;
  const known = [...(game.battles ?? []), ...game.scenarios];
  return {
    game: game.game,
    scenario: (known.find(({ id }) => id === wanted) ?? known[0])?.id ?? '',
    options: {},
    seats: { [first.id]: usual(computers), [second.id]: 'me' },
    pace: { kind: 'none', minutes: 90, days: 3 },
    private: true,
    rated: false,
  };
}

/** The computer that most want to play against: neither a walk-over nor a long wait. */
function usual(computers: ComputerInfo[]): Sitter {
  const found = computers.find(({ id }) => id === 'regular') ?? computers.at(-1);
  return found ? `computer:${found.id}` : 'open';
}

/** The computer in the seats, the first where there are two. */
export function computerOf(setup: Setup): Sitter | undefined {
  return Object.values(setup.seats).find((sitter) => sitter.startsWith('computer:'));
}

/** How a computer plays: its level, in what manner, and how long it takes. */
export interface Manner {
  level: string;
  style: string;
  patience: string;
}

/** The manner and the time that need no word. */
export const steady = 'steady';
export const usually = 'usual';

/** A computer's title, with its style and its patience where those need a word. */
export const titled = (computer: ComputerInfo, style: string, patience: string = usually) =>
  [computer.title, ...[style, patience].filter((word) => word !== steady && word !== usually)].join(', ');

/** A computer as a sitter. */
export function computer(level: string, style: string, patience = usually): Sitter {
  const words = [style === steady ? '' : style, patience === usually ? '' : patience].filter((word) => word !== '');
  return `computer:${[level, ...words].join(':')}`;
}

/** How a computer plays; null for people. */
export function mannerOf(sitter: Sitter | undefined, computers: ComputerInfo[]): Manner | null {
  const [kind, level, ...words] = (sitter ?? '').split(':');
  if (kind !== 'computer' || !level) return null;
  const patiences = computers.find(({ id }) => id === level)?.patiences ?? [];
  const patience = words.find((word) => patiences.some(({ id }) => id === word));
  return { level, style: words.find((word) => word !== patience) ?? steady, patience: patience ?? usually };
}

/** The same wishes with this computer wherever one plays. */
export function withComputer(setup: Setup, computer: Sitter): Setup {
  const seats = Object.entries(setup.seats).map(([side, sitter]) => [side, sitter.startsWith('computer:') ? computer : sitter]);
  return { ...setup, seats: Object.fromEntries(seats) as Record<string, Sitter> };
}

/** The same wishes with a preset's seats, clock and privacy. The player keeps the side and the opponent he had chosen. */
export function withPreset(setup: Setup, preset: PresetName, game: GameInfo, computers: ComputerInfo[]): Setup {
  const [first, second] = game.sides;
  const own = setup.seats[first.id] === 'me' && setup.seats[second.id] !== 'me' ? first.id : second.id;
  const other = own === first.id ? second.id : first.id;
  const computer = computerOf(setup) ?? usual(computers);
  const seats: Record<PresetName, [Sitter, Sitter]> = {
    computer: ['me', computer],
    'hot-seat': ['me', 'me'],
    friend: ['me', 'link'],
    anybody: ['me', 'open'],
    watch: [computer, computer],
  };
  const [mine, theirs] = seats[preset];
  const kind = preset === 'anybody' ? 'live' : 'none';
  return {
    ...setup,
    seats: { [own]: mine, [other]: theirs },
    pace: { ...setup.pace, kind },
    private: preset !== 'anybody' && preset !== 'watch',
  };
}

/** The preset whose seats these are, if any. */
export function presetOf(seats: Record<string, Sitter>): PresetName | null {
  const kinds = Object.values(seats)
    .map((sitter) => (sitter.startsWith('computer:') ? 'computer' : sitter))
    .sort()
    .join('+');
  const names: Record<string, PresetName> = {
    'computer+me': 'computer',
    'me+me': 'hot-seat',
    'link+me': 'friend',
    'me+open': 'anybody',
    'computer+computer': 'watch',
  };
  return names[kinds] ?? null;
}

/** The clock as the server takes it: live ones give 10 s free each time, slow ones keep 7 days in the bank. */
export function paceOf(choice: PaceChoice): Pace {
  if (choice.kind === 'live') return { kind: 'live', bank_ms: choice.minutes * minute, grace_ms: 10_000 };
  if (choice.kind === 'slow') return { kind: 'slow', bank_ms: 7 * day, grace_ms: choice.days * day };
  return { kind: 'none' };
}

/** The wishes as the server takes them. */
export function request(setup: Setup, game: GameInfo): NewMatch {
  const seats = Object.entries(setup.seats).map(([side, sitter]) => [side, seatOf(sitter)] as const);
  return {
    game: setup.game,
    scenario: setup.scenario,
    options: switchedIn(game, setup.scenario, setup.options),
    seats: Object.fromEntries(seats),
    pace: paceOf(setup.pace),
    private: setup.private,
    ...(setup.rated && canBeRated(setup) && { rated: true }),
  };
}

/** Whether a match can be rated: one seat is the player's own, and the game is as it was shipped. */
export function canBeRated(setup: Setup): boolean {
  return Object.values(setup.seats).filter((sitter) => sitter === 'me').length === 1 && !setup.game.includes('~');
}

function seatOf(sitter: Sitter): Wish {
  return sitter === 'me' || sitter === 'link' || sitter === 'open' ? sitter : { computer: sitter.slice('computer:'.length) };
}

/** The scenario whose board is played on: a battle is fought in one. */
export function boardOf(game: GameInfo, scenario: string): string {
  return game.battles?.find(({ id }) => id === scenario)?.scenario ?? scenario;
}

/** How strong a level has proved to be in a scenario, in words; nothing where it was not measured. */
export function strengthWords(game: GameInfo, scenario: string, level: string): string {
  const found = game.strengths?.find((one) => one.scenario === scenario && one.level === level);
  if (!found) return '';
  const pairs = found.won + found.even + found.lost;
  return `won ${found.won} of ${pairs} pairs against ${found.below} here${found.even > 0 ? `, ${found.even} even` : ''}`;
}
