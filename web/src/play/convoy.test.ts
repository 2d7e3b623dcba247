import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { Convoy } from './convoy';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const pick = (piece: string) => choice(`pick ${piece}`, { piece, role: 'lead' });
const to = (hex: string, more: Partial<Choice> = {}) => choice(`to ${hex}`, { hex, ...more });

describe('a convoy', () => {
  it('follows its first counter, one after the other', () => {
    const convoy = new Convoy(['b', 'c']);
    expect([convoy.under, convoy.next([pick('b')])]).toEqual([false, null]);
    convoy.goes(to('0504'));
    expect(convoy.under).toBe(true);
    const asked = [
      [pick('b'), pick('c'), choice('done')],
      [to('0403'), to('0504'), choice('stay')],
      [pick('c'), choice('done')],
      [to('0504')],
    ];
    expect(asked.map((choices) => (convoy.next(choices) as Choice).action)).toEqual(['pick b', 'to 0504', 'pick c', 'to 0504']);
    expect(convoy.next([pick('d')])).toBeNull();
  });

  it('ends where a counter cannot follow, which is put down again', () => {
    const convoy = new Convoy(['b', 'c']);
    convoy.goes(to('0504'));
    convoy.next([pick('b')]);
    expect(convoy.next([to('0403')])).toBe('back');
    expect(convoy.next([pick('c')])).toBeNull();
  });

  it('never rolls dice, and goes nowhere if its first counter does not', () => {
    const convoy = new Convoy(['b']);
    convoy.goes(to('0504'));
    convoy.next([pick('b')]);
    expect(convoy.next([to('0504', { rolls: true })])).toBe('back');
    const idle = new Convoy(['b']);
    idle.goes(choice('stay'));
    expect(idle.next([pick('b')])).toBeNull();
  });
});
