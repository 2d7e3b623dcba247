import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { allJoin, answered, everybody, orderOf, rest, seldom, usual, wanted } from './orders';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });

describe('standing orders', () => {
  const top = choice('top 1/G/38', { role: 'usual' });
  const other = choice('top 2/G/38');

  it('answer what the player has said once and for all', () => {
    expect(usual([other, top])).toBe(top);
    expect(answered([other, top], 'first-blood', [])).toBeNull();
    const order = orderOf('first-blood', top);
    expect(order).toBe('first-blood top');
    expect(answered([other, top], 'first-blood', [order])).toBe(top);
    expect(answered([other, top], 'another', [order])).toBeNull();
  });

  it('never roll dice', () => {
    const rolls = choice('top a', { role: 'usual', rolls: true });
    expect(answered([rolls, other], 'g', ['g top'])).toBeNull();
    expect(answered([choice('done', { role: 'plain', rolls: true })], 'g', [])).toBeNull();
  });

  it('are not needed where no answer makes a difference', () => {
    const done = choice('done', { role: 'plain' });
    expect(answered([done], 'g', [])).toBe(done);
    expect(answered([choice('done')], 'g', [])).toBeNull();
  });
});

describe('everybody who can', () => {
  const all = choice('join all', { role: 'join' });
  const one = choice('join a', { role: 'join', piece: 'a' });

  it('joins at once where that is the order, until somebody has', () => {
    expect(everybody([one, all], 'g', [allJoin('g')])).toBe(all);
    expect(everybody([one, all], 'g', [])).toBeNull();
    expect(everybody([one, all, choice('roll', { role: 'fight' })], 'g', [allJoin('g')])).toBeNull();
    expect(everybody([one], 'g', [allJoin('g')])).toBeNull();
  });
});

describe('a whole stack', () => {
  const join = (piece: string) => choice(`join ${piece}`, { role: 'join', piece });
  const all = choice('all', { role: 'join' });

  it('goes along with its first counter', () => {
    expect(rest([join('a'), join('b'), all])).toBe(all);
    expect(rest([join('a'), choice('0504', { hex: '0504' })])?.action).toBe('join a');
    expect(rest([join('a'), join('b')])).toBeNull();
    expect(rest([choice('0504', { hex: '0504' })])).toBeNull();
  });
});

describe('what is seldom wanted', () => {
  const go = choice('pick a', { piece: 'a' });
  const broken = choice('break a', { piece: 'a', role: 'aside' });

  it('lies aside, unless there is nothing else', () => {
    expect(wanted([go, broken])).toEqual([go]);
    expect(wanted([broken])).toEqual([broken]);
    expect(seldom([go, broken])).toEqual([broken]);
  });
});
