import { describe, expect, it } from 'vitest';
import type { Change, Piece, Replay, View } from '../lib/wire';
import { apply } from '../lib/view';
import { Cursor } from './cursor';

const piece = (id: string, hex: string): Piece => ({ id, side: 'red', kind: 'infantry', values: [], steps: 1, hexes: [hex] });

/** Two hundred actions: a piece arrives, moves or leaves; every thirtieth begins a turn. */
function replay(): Replay {
  const first: View = {
    turn: 1, phase: { id: 'I', title: 'First' }, to_choose: 'red',
    pieces: [piece('a', '0101'), piece('b', '0102')], markers: [], boxes: [], tracks: [], facts: [], calendar: [],
  };
  let held = first.pieces.length;
  const steps = Array.from({ length: 200 }, (_, index) => {
    const change: Change = {};
    if (index % 3 === 0) {
      change.pieces = [[0, held], piece(`n${index}`, `${index}`)];
      held += 1;
    } else if (index % 3 === 1) {
      change.pieces = [piece(`m${index}`, `${index}`), [1, held]];
    } else if (held > 1) {
      change.pieces = [[1, held]];
      held -= 1;
    }
    if (index % 30 === 29) change.turn = (index + 1) / 30 + 1;
    return { side: 'red', change, events: Array.from({ length: index % 3 }, () => ({ at: index, kind: 'move' as const, text: `${index}` })) };
  });
  return {
    game: 'g', scenario: 's', options: [], seats: [], viewer: 'all', viewers: ['all'], actions: steps.length, from: 0, first, steps, result: null,
    older: null, verified: [], remarks: [],
  };
}

/** Each view by plain application from the beginning. */
function truth(of: Replay): View[] {
  const views = [of.first];
  for (const step of of.steps) views.push(apply(views.at(-1)!, step.change));
  return views;
}

describe('a cursor', () => {
  const whole = replay();
  const views = truth(whole);


  it('leaves a game at a place with another step', () => {
    const other = { side: 'red', change: { turn: 9 } satisfies Change, events: [] };
    const cursor = new Cursor(whole).leaving(40, other);
    expect([cursor.length, cursor.steps.length]).toEqual([41, 41]);
    expect(cursor.view(40)).toEqual(views[40]);
    expect(cursor.view(41)).toEqual(apply(views[40]!, other.change));
    expect(cursor.turns.at(-1)).toEqual({ turn: 9, at: 41 });
  });

  it('gives the same views forward, back and in leaps', () => {
    const cursor = new Cursor(whole);
    const order = [
      ...views.keys(),
      ...[...views.keys()].reverse(),
      0, 200, 64, 63, 65, 128, 1, 199, 127, 129, 5,
    ];
    for (const at of order) expect(cursor.view(at)).toEqual(views[at]);
  });
  it('gives them in leaps from a fresh start too', () => {
    for (const at of [200, 150, 64, 63, 0]) expect(new Cursor(whole).view(at)).toEqual(views[at]);
  });
  it('stays inside', () => {
    const cursor = new Cursor(whole);
    expect(cursor.view(-5)).toEqual(views[0]);
    expect(cursor.view(9999)).toEqual(views[200]);
  });
  it('marks the turns and walks along them', () => {
    const cursor = new Cursor(whole);
    expect(cursor.turns.slice(0, 3)).toEqual([
      { turn: 1, at: 0 },
      { turn: 2, at: 30 },
      { turn: 3, at: 60 },
    ]);
    expect([cursor.nextTurn(0), cursor.nextTurn(30), cursor.nextTurn(190)]).toEqual([30, 60, 200]);
    expect([cursor.previousTurn(45), cursor.previousTurn(30), cursor.previousTurn(0)]).toEqual([30, 0, 0]);
  });
  it('is walked along before all of it has come', () => {
    const cursor = new Cursor({ ...whole, steps: [] });
    expect([cursor.length, cursor.view(150)]).toEqual([200, views[0]]);
    cursor.add(whole.steps.slice(0, 100));
    expect(cursor.view(150)).toEqual(views[100]);
    cursor.add(whole.steps.slice(100));
    expect(cursor.view(150)).toEqual(views[150]);
    expect([cursor.turns, cursor.events]).toEqual([new Cursor(whole).turns, new Cursor(whole).events]);
  });
  it('tells what had happened by then', () => {
    const cursor = new Cursor(whole);
    expect(cursor.toldBy(0)).toEqual([]);
    expect(cursor.toldBy(3).map((event) => event.at)).toEqual([1, 2, 2]);
    expect(cursor.toldBy(200)).toEqual(cursor.events);
  });
});
