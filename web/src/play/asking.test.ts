import { describe, expect, it } from 'vitest';
import type { Choice, Forecast } from '../lib/wire';
import { asks, isInSight, isTold, mainOf } from './asking';
import { afoot, inHand } from './battle';

const always = { confirmDice: true, confirmEnds: true };
const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const odds: Forecast = { sum: { label: 'odds', value: '2:1', clauses: [] }, chances: [] };

describe('the question before dice', () => {
  const fight = choice('fire', { rolls: true, role: 'fight' });
  const asked = (one: Choice, choices: Choice[], forecasts: [string, Forecast | null][]) =>
    asks(one, isTold(one, inHand(afoot(choices)!, null), new Map(forecasts)), always);

  it('is left out where the card has shown the odds', () => {
    expect(asked(fight, [fight, choice('join a', { role: 'join' })], [['fire', odds]])).toBe(false);
  });

  it('is asked before the odds have come, and where there are none', () => {
    expect(asked(fight, [fight], [])).toBe(true);
    expect(asked(fight, [fight], [['fire', null]])).toBe(true);
  });

  it('is asked of the fight that is not on the card, where two wait', () => {
    const other = choice('fight 1', { rolls: true, role: 'fight' });
    const [both, known] = [[fight, other], [['fire', odds], ['fight 1', odds]] as [string, Forecast][]];
    expect([fight, other].map((one) => asked(one, both, known))).toEqual([false, true]);
  });

  it('is asked of whatever else rolls, though it stands on the card', () => {
    const join = choice('join a', { rolls: true, role: 'join' });
    expect(asked(join, [fight, join], [['fire', odds], ['join a', odds]])).toBe(true);
  });

  it('is left out where the option is pointed at and its odds lie open', () => {
    const check = choice('check', { rolls: true });
    const pointed = (looked: Choice | null, forecast?: Forecast | null) => asks(check, isInSight(check, looked, forecast), always);
    expect(pointed(check, odds)).toBe(false);
    // A finger, a key, or a hand that was quicker than the answer.
    expect(pointed(null, odds)).toBe(true);
    expect(pointed(check, undefined)).toBe(true);
    expect(pointed(fight, odds)).toBe(true);
    expect(pointed(check, null)).toBe(true);
  });

  it('can be turned off', () => {
    const never = { confirmDice: false, confirmEnds: false };
    expect(asks(fight, false, never)).toBe(false);
    expect(asks(choice('done', { leaves: '45 units have not moved' }), false, never)).toBe(false);
    expect(asks(choice('done', { leaves: '45 units have not moved' }), false, always)).toBe(true);
  });
});

// A target as each of the games offers it.
describe('what is looked at in a hex', () => {
  const aim = (action: string, more: Partial<Choice> = {}) => choice(action, { hex: '1010', role: 'aim', ...more });

  it.each([
    ['First Blood', [aim('target 1010')], 'target 1010'],
    ['Rock of the Marne', [aim('target 1010'), choice('order 1010', { hex: '1010', role: 'aside' })], 'target 1010'],
    ['Miracle on the Marne', [aim('target 1010'), aim('resolve 1010')], 'target 1010'],
    ['Clash of Giants', [choice('target 1010', { hex: '1010', role: 'join' })], 'target 1010'],
    [
      'March into Battle',
      [aim('attack friant 1010', { piece: 'friant', rolls: true }), choice('apart friant 1010', { piece: 'friant', role: 'aside' })],
      'attack friant 1010',
    ],
  ])('is the attack in %s', (_, choices, main) => {
    expect(mainOf(choices)?.action).toBe(main);
  });

  it('is nothing where two things are as likely to be meant', () => {
    expect(mainOf([choice('heavy 1010'), choice('light 1010')])).toBe(null);
    expect(mainOf([])).toBe(null);
  });
});
