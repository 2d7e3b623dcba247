import { describe, expect, it } from 'vitest';
import type { Choice, Piece } from '../lib/wire';
import { HexIndex } from './hexes';
import { brief, Offers } from './offers';
import { stacksOf } from './stacks';

const index = new HexIndex({
  size: 10,
  pointy: true,
  hexes: [
    { id: 'a', x: 0, y: 0, terrain: 0 },
    { id: 'b', x: 20, y: 0, terrain: 0 },
    { id: 'c', x: 40, y: 0, terrain: 0 },
  ],
});
const piece = (id: string, hex: string): Piece => ({ id, side: 's', kind: 'infantry', values: [], hexes: [hex], steps: 1 });
const stacks = stacksOf({ pieces: [piece('1', 'a'), piece('2', 'a'), piece('3', 'b')] }, index);
const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const offers = (choices: Choice[], selected: string | null = null) => new Offers(choices, selected, stacks, index);

describe('what is offered on the board', () => {
  it('glows where a counter can be chosen, and lights the hexes of one that is selected', () => {
    const both = [choice('go 1', { piece: '1', hex: 'c', cost: '4 1/2 MP' }), choice('done')];
    expect(offers(both).hexes).toEqual(['a']);
    expect(offers(both).legalIn(stacks[0]).map(({ id }) => id)).toEqual(['1']);
    const lit = offers(both, '1');
    expect(lit.hexes).toEqual(['c', 'a']);
    expect(lit.costs).toEqual([{ id: 'c', x: 40, y: 0, aside: false, cost: '4½' }]);
    expect([lit.costOf('c'), lit.costOf('b')]).toEqual(['4 1/2 MP', undefined]);
  });

  it('writes a cost beside counters that would hide it', () => {
    const onto = offers([choice('to b', { hex: 'b', cost: '2 MP' })]);
    expect(onto.covered).toEqual(['b']);
    expect(onto.costs[0]).toMatchObject({ x: expect.closeTo(15.4), aside: true, cost: '2' });
  });

  it('lets a way be drawn where hexes are asked for, and no counter', () => {
    expect(offers([choice('to b', { hex: 'b' })]).isOfWay('b')).toBe(true);
    expect(offers([choice('to b', { hex: 'b' })]).isOfWay('c')).toBe(false);
    expect(offers([choice('to b', { hex: 'b' }), choice('take 1', { piece: '1' })]).isOfWay('b')).toBe(false);
  });

  it('takes the whole of a stack where its counters may go together, or do the same', () => {
    const ids = (choices: Choice[]) => offers(choices).wholeOf(stacks[0]!).map(({ id }) => id);
    expect(ids([choice('take 1', { piece: '1', role: 'lead' }), choice('take 2', { piece: '2' })])).toEqual(['1']);
    expect(ids([choice('stack', { hex: 'a', role: 'lead' }), choice('take 1', { piece: '1' }), choice('take 2', { piece: '2' })])).toEqual(['1', '2']);
    expect(ids([choice('advance 1', { piece: '1' }), choice('advance 2', { piece: '2' }), choice('done')])).toEqual(['1', '2']);
    expect(ids([choice('advance 3', { piece: '3' }), choice('done')])).toEqual([]);
  });

  it('knows what can be attacked', () => {
    expect([...offers([choice('at b', { hex: 'b', role: 'aim' }), choice('c', { hex: 'c' })]).aims]).toEqual(['b']);
  });

  it('says costs briefly', () => {
    expect(['1 MP', '1/2 MP', '3 1/4', 'stop'].map(brief)).toEqual(['1', '½', '3¼', 'stop']);
  });
});
