// What can be chosen on the board: which counters glow, which hexes are lit and what they cost, who can go together.

import type { Choice, Piece } from '../lib/wire';
import { alike } from '../play/alike';
import type { HexIndex, Point } from './hexes';
import { grouped, type Choices, type Stack } from './stacks';

/** What it costs to enter a lit hex, and where that is written. */
export interface Cost extends Point {
  id: string;
  /** Beside a stack, so that the counter's values stay readable. */
  aside: boolean;
  cost: string;
}

/** Room is short in a hex: `4 1/2 MP` becomes `4½`. */
export const brief = (cost: string) =>
  cost
    .replace(/ ?\b1\/2\b/, '½')
    .replace(/ ?\b1\/4\b/, '¼')
    .replace(/ ?\b3\/4\b/, '¾')
    .replace(/^([\d½¼¾.]+) [A-Za-z]+$/, '$1');

export class Offers {
  readonly groups: Choices;
  /** Lit hexes that counters hide most of. */
  readonly covered: string[];
  /** The hexes where something can be chosen. */
  readonly hexes: string[];
  /** What can be attacked, where it is asked what is. */
  readonly aims: ReadonlySet<string>;
  readonly costs: Cost[];
  readonly legal: ReadonlySet<string>;
  readonly #choices: Choice[];
  /** Counters with which others of their stack may go. */
  readonly #leads: ReadonlySet<string>;

  constructor(choices: Choice[], selected: string | null, stacks: Stack[], index: HexIndex) {
    const groups = grouped(choices, selected);
    this.groups = groups;
    this.legal = new Set(groups.pieces.keys());
    this.covered = stacks.map(({ hex }) => hex).filter((hex) => groups.hexes.has(hex));
    const glowing = stacks.filter((stack) => this.legalIn(stack).length > 0);
    this.hexes = [...new Set([...groups.hexes.keys(), ...glowing.map(({ hex }) => hex)])];
    this.aims = new Set(choices.flatMap(({ role, piece, hex }) => (role === 'aim' && piece === undefined && hex ? [hex] : [])));
    this.costs = costsOf(groups, new Set(stacks.map(({ hex }) => hex)), index);
    this.#choices = choices;
    this.#leads = new Set(choices.flatMap(({ role, piece }) => (role === 'lead' && piece ? [piece] : [])));
  }

  isLegal(piece: Piece): boolean {
    return piece.id !== undefined && this.legal.has(piece.id);
  }

  of(piece: Piece): Choice[] {
    return piece.id === undefined ? [] : (this.groups.pieces.get(piece.id) ?? []);
  }

  /** The counters of a stack that can be chosen. */
  legalIn(stack: Stack | undefined): Piece[] {
    return stack?.pieces.filter((piece) => this.isLegal(piece)) ?? [];
  }

  isLit(hex: string): boolean {
    return this.groups.hexes.has(hex);
  }

  costOf(hex: string): string | undefined {
    return costIn(this.groups, hex);
  }

  /** Whether hexes are asked for, and no counter: a way can be drawn from here. */
  isOfWay(hex: string): boolean {
    return this.isLit(hex) && this.groups.pieces.size === 0;
  }

  /** The counters of a stack that may go together, or do the same one after the other. */
  wholeOf(stack: Stack): Piece[] {
    const together = stack.pieces.filter((piece) =>
      this.groups.wholes.has(stack.hex) ? this.isLegal(piece) : piece.id !== undefined && this.#leads.has(piece.id),
    );
    if (together.length > 0) return together;
    const same = new Set(alike(this.#choices, stack.pieces.flatMap(({ id }) => id ?? [])).map(({ piece }) => piece));
    return stack.pieces.filter(({ id }) => id !== undefined && same.has(id));
  }
}

const costIn = (groups: Choices, hex: string) => groups.hexes.get(hex)?.find(({ cost }) => cost !== undefined)?.cost;

function costsOf(groups: Choices, taken: ReadonlySet<string>, index: HexIndex): Cost[] {
  return [...groups.hexes.keys()].flatMap((id) => {
    const hex = index.byId.get(id);
    const cost = costIn(groups, id);
    if (!hex || cost === undefined) return [];
    const aside = taken.has(id);
    return [{ id, x: hex.x - (aside ? 0.46 * index.size : 0), y: hex.y, aside, cost: brief(cost) }];
  });
}
