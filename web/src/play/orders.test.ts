import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { allJoin, answered, everybody, orderOf, rest, seldom, through, turned, usual, wanted, type Wishes } from './orders';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });

describe('standing orders', () => {
  const top = choice('top 1/G/38', { role: 'usual' });
  const other = choice('top 2/G/38');
  const willing: Wishes = { usual: true, goOn: false, least: false, withdrawn: [] };

  it('answer what most players would, until they are withdrawn', () => {
    expect(usual([other, top])).toBe(top);
    expect(answered([other, top], 'first-blood', willing, false)).toBe(top);
    const order = orderOf('first-blood', top);
    expect(order).toBe('first-blood top');
    expect(answered([other, top], 'first-blood', { ...willing, withdrawn: [order] }, false)).toBeNull();
    expect(answered([other, top], 'another', { ...willing, withdrawn: [order] }, false)).toBe(top);
    expect(answered([other, top], 'first-blood', { ...willing, usual: false }, false)).toBeNull();
  });

  it('never roll dice', () => {
    const rolls = choice('top a', { role: 'usual', rolls: true });
    expect(answered([rolls, other], 'g', willing, true)).toBeNull();
    expect(answered([choice('roll', { rolls: true })], 'g', willing, true)).toBeNull();
    expect(answered([choice('done', { role: 'plain', rolls: true })], 'g', willing, false)).toBeNull();
  });

  it('are not needed where no answer makes a difference', () => {
    const done = choice('done', { role: 'plain' });
    expect(answered([done, other], 'g', { ...willing, usual: false }, false)).toBe(done);
  });

  it('pass what cannot be answered otherwise', () => {
    const back = choice('retreat 0504', { hex: '0504' });
    expect(answered([back], 'g', willing, false)).toBe(back);
    expect(answered([back], 'g', { ...willing, usual: false }, false)).toBeNull();
  });

  it('end a phase in which nothing can be done, and none in which the player did something', () => {
    const done = choice('done');
    expect(answered([done], 'g', willing, true)).toBe(done);
    expect(answered([done], 'g', willing, false)).toBeNull();
    expect(answered([choice('done', { leaves: '2 units have not moved' })], 'g', willing, true)).toBeNull();
  });
});

describe('an attack that was made', () => {
  const roll = choice('fire', { role: 'fight', rolls: true });

  it('is rolled, where nothing else can be said', () => {
    expect(through([roll])).toBe(roll);
    expect(through([roll, choice('join a', { role: 'join', piece: 'a' })])).toBeNull();
    expect(through([choice('check a', { piece: 'a', rolls: true })])).toBeNull();
    expect(through([choice('done', { role: 'fight', leaves: 'one unit has not attacked' })])).toBeNull();
  });
});

describe('everybody who can', () => {
  const all = choice('join all', { role: 'join' });
  const one = choice('join a', { role: 'join', piece: 'a' });

  it('joins at once where that is the order, until somebody has', () => {
    expect(everybody([one, all], 'g', [allJoin('g')])).toBe(all);
    expect(everybody([one, all], 'g', [])).toBeNull();
    expect(everybody([one, all, choice('roll', { role: 'fight' })], 'g', [allJoin('g')])).toBeNull();
    expect(everybody([one], 'g', [allJoin('g')]), 'nobody else can').toBe(one);
    expect(everybody([choice('target 0504', { role: 'join', hex: '0504' })], 'g', [allJoin('g')])).toBeNull();
    const other = choice('join b', { role: 'join', piece: 'b' });
    expect(everybody([one, other], 'g', [allJoin('g')])).toBeNull();
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

describe('an order to go on', () => {
  const wishes: Wishes = { usual: true, goOn: true, least: false, withdrawn: [] };
  const given = (one: Choice, ...others: Choice[]) => answered([one, ...others], 'g', wishes, false);

  it('gives the only answer, but makes no attack and leaves nothing undone', () => {
    const [end, roll] = [choice('done'), choice('cup', { rolls: true })];
    expect([given(end), given(roll)]).toEqual([end, roll]);
    expect(given(roll, end), 'two answers').toBeNull();
    expect(given(choice('fight 1', { rolls: true, role: 'fight' }))).toBeNull();
    expect(given(choice('done', { leaves: '3 units have not moved' }))).toBeNull();
    expect(answered([end], 'g', { ...wishes, goOn: false }, false)).toBeNull();
    expect(answered([roll], 'g', { ...wishes, goOn: false }, true)).toBeNull();
  });
});

describe('an order to take losses where they cost least', () => {
  const wishes: Wishes = { usual: true, goOn: false, least: true, withdrawn: [] };
  const [weak, strong] = [choice('lose weak', { piece: 'weak', role: 'least' }), choice('lose strong', { piece: 'strong' })];

  it('is obeyed once it was given, and not where everything is asked', () => {
    expect(answered([strong, weak], 'g', wishes, false)).toBe(weak);
    expect(answered([strong, weak], 'g', { ...wishes, least: false }, false)).toBeNull();
    expect(answered([strong, weak], 'g', { ...wishes, usual: false }, false)).toBeNull();
  });

  it('rolls no dice', () => {
    expect(answered([strong, { ...weak, rolls: true }], 'g', wishes, false)).toBeNull();
  });
});

describe('what is put down facing a hex', () => {
  const way = (action: string, hex: string, more = {}) => choice(action, { hex, role: 'turn', ...more });

  it('turns that way, ready to attack where it can be', () => {
    const [north, ready] = [way('face N', '0303'), way('ready S', '0305')];
    expect(turned([north, way('face S', '0305', { role: 'aside' }), ready], '0305')).toBe(ready);
    expect(turned([north, choice('face S', { hex: '0305', role: 'usual' })], '0305')?.action).toBe('face S');
    expect(turned([north, ready, choice('threaten', { hex: '0305' })], '0305'), 'two ways to mean it').toBeNull();
    expect(turned([way('face N', '0303', { rolls: true })], '0303'), 'dice would fall').toBeNull();
    expect(turned([choice('to 0303', { hex: '0303' })], '0303'), 'no question of facing').toBeNull();
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
