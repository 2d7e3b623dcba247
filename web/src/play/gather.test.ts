import { describe, expect, it } from 'vitest';
import { apply } from '../lib/view';
import type { Piece, Step, View } from '../lib/wire';
import { gathered } from './gather';

const corps: Record<string, string> = { a: 'I', b: 'II', c: 'I', d: 'II' };
const formationOf = (piece: string) => corps[piece] ?? null;
const counter = (id: string, hex: string): Piece => ({ id, hexes: [hex] }) as Piece;
const ids = Object.keys(corps);
const start = { pieces: ids.map((id, at) => counter(id, `010${at}`)), markers: [], boxes: [], tracks: [], facts: [] } as unknown as View;

let actions = 0;
/** A step as the server tells it: what changes stands between what stays. */
function step(pieces: Piece[], piece: string | null, hexes: string[], more: Partial<Step> = {}): Step {
  actions += 1;
  const at = pieces.findIndex(({ id }) => id === piece);
  const change: Step['change'] =
    piece === null ? {} : { pieces: [[0, at], counter(piece, hexes.at(-1)!), [at + 1, pieces.length]] };
  const events = piece === null ? [] : [{ at: actions, kind: 'move' as const, text: piece, pieces: [piece], hexes }];
  return { side: 'allied', actions, clock: null, decision: { side: 'allied', undo: false }, change, events, ...more };
}

/** The frames after each of them came, as they wait, and the table that they end with. */
function told(moves: [piece: string | null, ...hexes: string[]][], more: Partial<Step>[] = []) {
  let view = start;
  let waiting: Step[] = [];
  moves.forEach(([piece, ...hexes], at) => {
    const next = step(view.pieces, piece, hexes, more[at]);
    view = apply(view, next.change);
    waiting = gathered(start, [...waiting, next], formationOf);
  });
  const seen = waiting.map((frame) => frame.events[0]?.text ?? '-');
  const frames = waiting.reduce<View[]>((views, { change }) => [...views, apply(views.at(-1) ?? start, change)], []);
  return { seen, frames, view, order: waiting.map((frame) => frame.actions) };
}

describe('moves in the film', () => {
  it('are gathered by formation, though others moved between them', () => {
    const { seen, frames, view, order } = told([['a', '0100', '0200'], ['b', '0101', '0201'], ['c', '0102', '0202'], ['d', '0103', '0203']]);
    expect(seen).toEqual(['a', 'c', 'b', 'd']);
    expect(order).toEqual([...order].sort((one, other) => one - other));
    // Each frame shows its own move and those before it, and the last one all as it was told.
    const places = frames.map(({ pieces }) => pieces.flatMap(({ id, hexes }) => (hexes![0]!.startsWith('02') ? [id] : [])).sort());
    expect(places).toEqual([['a'], ['a', 'c'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]);
    expect(frames.at(-1)).toEqual(view);
  });

  it('come with the hand that takes a counter up', () => {
    const { seen, frames, view } = told([['a', '0100', '0200'], [null], ['b', '0101', '0201'], [null], ['c', '0102', '0202']]);
    expect(seen).toEqual(['a', '-', 'c', '-', 'b']);
    expect(frames.at(-1)).toEqual(view);
  });

  it('stay where they were if one was in the way of another', () => {
    const { seen } = told([['a', '0100', '0200'], ['b', '0101', '0201'], ['c', '0102', '0101']]);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('stay on their side of a fight, of a phase and of the other side', () => {
    const moves: [string, ...string[]][] = [['a', '0100', '0200'], ['b', '0101', '0201'], ['c', '0102', '0202']];
    const fight = { events: [{ at: 1, kind: 'combat' as const, text: 'b', pieces: ['b'] }] };
    expect(told(moves, [{}, fight]).seen).toEqual(['a', 'b', 'c']);
    expect(told(moves, [{}, { side: 'german' }]).seen).toEqual(['a', 'b', 'c']);
    expect(told(moves, [{}, { change: { phase: { id: 'V', title: 'Movement' } } }]).seen).toEqual(['a', 'b', 'c']);
  });
});
