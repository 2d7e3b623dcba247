// How far it is to the southern exits of First Blood's board, as a German player sees it on the map.
import type { Board, BoardHex } from '../../src/lib/wire';

const valleyRoad =
  '3822 3821 3820 3819 3818 3817 3816 3815 3814 3713 3712 3612 3511 3411 3311 3211 3111 3011 2910 2909 2809 2808 2707 ' +
  '2706 2606 2605 2504 2503 2403 2402 2301 2300';
const slow = /wooded|bank/i;
const barred = /^marne$|north/i;

/** What lies beside each hex of a board, looked up once. */
const neighbours = new WeakMap<Board, Map<BoardHex, BoardHex[]>>();

function beside(board: Board): Map<BoardHex, BoardHex[]> {
  const known = neighbours.get(board);
  if (known) return known;
  const open = board.hexes.filter(({ terrain }) => !barred.test(board.terrains[terrain]!));
  const near = (one: BoardHex, other: BoardHex) => one !== other && Math.hypot(one.x - other.x, one.y - other.y) < 1.9 * board.size;
  const found = new Map(open.map((hex) => [hex, open.filter((other) => near(hex, other))]));
  neighbours.set(board, found);
  return found;
}

/** Movement points from each hex to the nearest exit, where no enemy stands in the way. */
export function wayOut(board: Board, enemies: ReadonlySet<string>): Map<string, number> {
  const road = valleyRoad.split(' ');
  const onRoad = (from: string, to: string) => road.includes(from) && Math.abs(road.indexOf(from) - road.indexOf(to)) === 1;
  const around = beside(board);
  const open = [...around.keys()].filter(({ id }) => !enemies.has(id));
  const cost = (from: string, to: (typeof open)[number]) =>
    road.includes(to.id) && onRoad(from, to.id) ? 0.5 : slow.test(board.terrains[to.terrain]!) ? 2 : 1;
  const exits = open.filter(({ id }) => id.endsWith('00') && id >= '1900' && id <= '3300');
  const far = new Map(exits.map(({ id }) => [id, 1]));
  const waiting = [...exits];
  for (let hex = waiting.shift(); hex; hex = waiting.shift()) {
    const here = hex;
    for (const next of around.get(here)!.filter(({ id }) => !enemies.has(id))) {
      const through = far.get(here.id)! + cost(next.id, here);
      if (through >= (far.get(next.id) ?? Infinity)) continue;
      far.set(next.id, through);
      waiting.push(next);
    }
  }
  return far;
}
