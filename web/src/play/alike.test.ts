import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { alike, Parade } from './alike';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const advance = (piece: string, more: Partial<Choice> = {}) => choice(`advance ${piece}`, { piece, ...more });
const done = choice('done');

describe('what all of a stack can do together', () => {
  it('is one option for each, alike in all but the counter', () => {
    const [a, b, c] = [advance('a'), advance('b'), advance('c')];
    expect(alike([a, b, c, done], ['a', 'b', 'x'])).toEqual([a, b]);
    expect(alike([a, choice('lose b', { piece: 'b' }), done], ['a', 'b'])).toEqual([]);
    expect(alike([advance('a', { hex: '0504' }), advance('b', { hex: '0605' }), done], ['a', 'b'])).toEqual([]);
  });

  it('leaves out who has a choice, rolls dice or takes others along himself', () => {
    const a = advance('a');
    expect(alike([a, advance('b', { hex: '0504' }), advance('b', { hex: '0605' }), done], ['a', 'b'])).toEqual([a]);
    expect(alike([a, advance('b', { rolls: true }), advance('c', { role: 'lead' }), done], ['a', 'b', 'c'])).toEqual([a]);
  });

  it('is nothing where one of them must be named, once', () => {
    expect(alike([choice('lose a', { piece: 'a' }), choice('lose b', { piece: 'b' })], ['a', 'b'])).toEqual([]);
  });
});

describe('a parade', () => {
  it('has each do what the first did, as long as it is asked', () => {
    const parade = new Parade(['b', 'c', 'd'], advance('a'));
    expect(parade.next([advance('b'), advance('c'), done])?.action).toBe('advance b');
    expect(parade.next([advance('d'), done])?.action, 'who cannot is passed over').toBe('advance d');
    expect(parade.next([advance('c'), done])).toBeNull();
  });

  it('never rolls, and goes nowhere else', () => {
    expect(new Parade(['b'], advance('a')).next([advance('b', { rolls: true })])).toBeNull();
    expect(new Parade(['b'], advance('a', { hex: '0504' })).next([advance('b', { hex: '0605' })])).toBeNull();
  });

  it('joins an attack where its counters were dragged onto the target', () => {
    const join = (piece: string, action = `join ${piece}`) => choice(action, { piece, role: 'join' });
    const parade = new Parade(['a', 'b', 'c'], null);
    // Guns say with how much they fire: that is not for a drag to say.
    const asked = [join('b'), join('c', 'aim c 1'), join('c', 'aim c 2'), choice('target 0605', { hex: '0605', role: 'join' })];
    expect(parade.next(asked)?.action).toBe('join b');
    expect(parade.next(asked)).toBeNull();
  });
});
