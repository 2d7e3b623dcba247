// A match that no server has: a board as large as the largest, and as many counters, told to the page in place of one.
import type { Page } from 'playwright-core';
import type { Board, Choice, GameInfo, MatchInfo, Piece, Scene } from '../../src/lib/wire';

const columns = 55;
const rows = 40;
const size = 24;
const across = 1.5 * size;
const down = Math.sqrt(3) * size;
const width = Math.round((columns + 0.5) * across + size);
const height = Math.round((rows + 1) * down);

const number = (column: number, row: number) => `${String(column + 1).padStart(2, '0')}${String(row + 1).padStart(2, '0')}`;

const hexes: Board['hexes'] = Array.from({ length: columns * rows }, (_, index) => {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return {
    id: number(column, row),
    x: size + column * across,
    y: (row + 0.5 + (column % 2) / 2) * down,
    terrain: (3 * column + 5 * row) % 3,
  };
});

const game: GameInfo = {
  game: 'large',
  title: 'A large game',
  version: 1,
  data: '0',
  sides: [
    { id: 'red', title: 'Red', colour: '#a8443c' },
    { id: 'blue', title: 'Blue', colour: '#4a6d8c' },
  ],
  nations: [],
  scenarios: [{ id: 'all', title: 'Everything', turns: 10 }],
  options: [],
  reconstruction: [],
  lesson: false,
  lessons: [],
  problems: 0,
  overlays: [],
};

const board: Board = {
  roster: { formations: [], counters: [], marks: [], values: [] },
  turns: [],
  title: 'A large board',
  notice: null,
  picture: '/api/games/large/map.svg',
  width,
  height,
  size,
  pointy: false,
  terrains: ['Clear', 'Wood', 'Hill'],
  hexes,
};

function picture(): string {
  const colours = ['#efe6c8', '#a9bf85', '#d8c295'];
  const corner = (x: number, y: number, at: number) =>
    `${(x + size * Math.cos((at * Math.PI) / 3)).toFixed(1)},${(y + size * Math.sin((at * Math.PI) / 3)).toFixed(1)}`;
  const cells = hexes.map(({ id, x, y, terrain }) => {
    const points = [0, 1, 2, 3, 4, 5].map((at) => corner(x, y, at)).join(' ');
    const label = `<text x="${x}" y="${y - 12}" font-size="6" text-anchor="middle">${id}</text>`;
    return `<polygon points="${points}" fill="${colours[terrain]}" stroke="#8a7f5f" stroke-width=".6"/>${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${cells.join('')}</svg>`;
}

const kinds = ['infantry', 'cavalry', 'artillery', 'headquarters', 'armour'];
const pieces: Piece[] = Array.from({ length: 300 }, (_, index) => ({
  id: `${index % 2 === 0 ? 'R' : 'B'}${index}`,
  side: index % 2 === 0 ? 'red' : 'blue',
  kind: kinds[index % kinds.length]!,
  size: 'regiment',
  values: [
    { name: 'combat', value: String((index % 9) + 1) },
    { name: 'movement', value: '6' },
  ],
  hexes: [hexes[(index * 7) % hexes.length]!.id],
  steps: 2,
}));

/** Orders enough for a long list, and every second counter to choose. */
export const choices: Choice[] = [
  ...Array.from({ length: 1850 }, (_, index) => ({
    action: `order ${index}`,
    text: `order number ${index} to corps ${index % 17}`,
    rolls: false,
  })),
  ...pieces
    .filter(({ side }) => side === 'red')
    .map(({ id }) => ({ action: `pick ${id}`, text: `${id} moves`, piece: id, rolls: false })),
];

const match: MatchInfo = {
  id: 'large',
  game: 'large',
  title: game.title,
  scenario: 'all',
  options: [],
  status: 'playing',
  pace: { kind: 'none' },
  seats: [
    { side: 'red', who: 'player', name: 'Me', yours: true },
    { side: 'blue', who: 'computer', computer: 'random', yours: false },
  ],
  private: true,
  lesson: false,
  created: 0,
  updated: 0,
  turn: 3,
  actions: 12,
  to_choose: 'red',
  result: null,
  dice: { commitment: '', salts: {}, pledges: {}, unopened: [], secret: null, seed: null },
  rematch: null, rated: false, changes: [], parted: null,
};

const table: Scene = {
  match,
  yours: ['red'],
  viewer: 'red',
  viewers: ['red'],
  view: {
    turn: 3,
    phase: { id: 'move', title: 'Movement' },
    to_choose: 'red',
    pieces,
    markers: [],
    boxes: [],
    tracks: [],
    facts: [], calendar: [],
  },
  decision: { side: 'red', prompt: 'Give your orders.', choices, undo: false },
  log: [],
  fortunes: [],
  chat: [],
  presence: { sides: { red: true }, spectators: 0 },
  offer: null,
  clock: null,
  seen: 12,
  notices: null,
};

/** Answers for the made-up match; the table is told when `told` lets it be. */
export async function makeUp(page: Page, told: Promise<void>): Promise<void> {
  await page.route('/api/games', (route) => route.fulfill({ json: [game] }));
  await page.route('/api/games/large/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.svg')) return route.fulfill({ contentType: 'image/svg+xml', body: picture() });
    return route.fulfill({ json: pathname.endsWith('/board') ? board : [] });
  });
  await page.routeWebSocket(/\/api\/matches\/large\/socket/, (line) => {
    line.onMessage((text) => {
      const { id, do: what } = JSON.parse(String(text)) as { id: number; do: string };
      const answer = (fields: object) => line.send(JSON.stringify({ re: id, ok: true, ...fields }));
      if (what === 'enter') void told.then(() => answer({ table }));
      else answer({ forecast: null });
    });
  });
}
