import { describe, expect, it } from 'vitest';
import type { Choice, Fight, Forecast, LogEvent } from '../lib/wire';
import { afoot, best, gain, helps, inHand, lossText, outcome, percent, standing } from './battle';

const choice = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const fight = (more: Partial<Fight> = {}): Fight => ({
  targets: ['0504'],
  from: ['0403'],
  odds: '2:1',
  strength: 8,
  ladder: 'column',
  rung: 2,
  fates: [],
  ...more,
});
const forecast = (told: Fight): Forecast => ({ sum: { label: 'Odds', value: told.odds, clauses: [] }, chances: [], fight: told });

describe('the attack in hand', () => {
  const roll = choice('roll', { role: 'fight', rolls: true });
  const join = choice('join a', { role: 'join', piece: 'a' });

  it('is what can be made and joined', () => {
    expect(afoot([choice('done'), roll, join])).toEqual({ makes: [roll], joins: [join] });
    expect(inHand({ makes: [roll], joins: [join] }, null)).toEqual({ make: roll, joins: [join] });
    expect(inHand({ makes: [], joins: [join] }, join)).toEqual({ make: null, joins: [join] });
  });

  it('is none where nothing is put together', () => {
    expect(afoot([choice('attack 0504', { role: 'aim' }), choice('done')])).toBeNull();
  });

  it('is of several the one looked at, or the first', () => {
    const other = choice('fight 2', { role: 'fight' });
    const both = afoot([roll, other])!;
    expect([null, other, join].map((looked) => inHand(both, looked).make)).toEqual([roll, other, roll]);
  });
});

describe('what joins', () => {
  it('says what it adds', () => {
    expect(gain(fight(), fight({ rung: 3 }))).toBe('+1 column');
    expect(gain(fight(), fight({ rung: 0 }))).toBe('−2 columns');
    expect(gain(fight({ ladder: 'die' }), fight({ ladder: 'die', rung: 4 }))).toBe('+2 on the die');
    expect(gain(fight({ ladder: 'odds' }), fight({ ladder: 'odds', rung: 3 }))).toBe('+1 to the odds');
    expect(gain(fight(), fight({ strength: 9.5 }))).toBe('+1.5 strength');
    expect(gain(fight(), fight())).toBe('no change');
    expect(gain(null, fight())).toBe('2:1');
  });

  it('says how another attack stands where it would be another', () => {
    const join = choice('attack b 0605', { role: 'join', piece: 'b' });
    const known = new Map([[join.action, forecast(fight({ targets: ['0605'], odds: '3:1', rung: 3 }))]]);
    expect(helps([join], known, fight()).map(({ adds }) => adds)).toEqual(['3:1']);
    expect(helps([join], known, fight({ targets: ['0605'] })).map(({ adds }) => adds)).toEqual(['+1 column']);
  });

  it('comes with the most helpful first, each counter once', () => {
    const joins = [
      choice('aim gun 1', { piece: 'gun' }),
      choice('aim gun 4', { piece: 'gun' }),
      choice('join a', { piece: 'a' }),
      choice('shift hq', { piece: 'hq' }),
      choice('nothing known', { piece: 'b' }),
    ];
    const known = new Map<string, Forecast | null>([
      ['aim gun 1', forecast(fight({ strength: 9 }))],
      ['aim gun 4', forecast(fight({ strength: 12 }))],
      ['join a', forecast(fight({ strength: 10 }))],
      ['shift hq', forecast(fight({ rung: 4 }))],
      ['nothing known', null],
    ]);
    const found = helps(joins, known, fight());
    expect(found.map(({ choice: { action }, adds }) => `${action}: ${adds}`)).toEqual([
      'shift hq: +2 columns',
      'aim gun 4: +4 strength',
      'join a: +2 strength',
    ]);
  });
});

describe('before anybody has joined', () => {
  it('all of them come first, then who can, and then support with what it adds to all', () => {
    const joins = [
      choice('join a', { piece: 'a' }),
      choice('join b', { piece: 'b' }),
      choice('join all'),
      choice('shift hq', { piece: 'hq' }),
      choice('fly', { piece: 'plane' }),
    ];
    const known = new Map([
      ['join a', forecast(fight({ rung: 0, odds: '1:2', strength: 2 }))],
      ['join b', forecast(fight({ rung: 0, odds: '1:2', strength: 3 }))],
      ['join all', forecast(fight({ rung: 1, odds: '1:1', strength: 5 }))],
      ['shift hq', forecast(fight({ rung: 3, odds: '3:1', strength: 5 }))],
      ['fly', forecast(fight({ rung: 2, odds: '2:1', strength: 5 }))],
    ]);
    const found = helps(joins, known, null);
    expect(found.map(({ choice: { action }, adds }) => `${action}: ${adds}`)).toEqual([
      'join all: 1:1',
      'join b: 1:2',
      'join a: 1:2',
      'shift hq: +2 columns',
      'fly: +1 column',
    ]);
    expect(best(found)?.choice.action).toBe('shift hq');
  });
});

describe('how the attack stands', () => {
  it('is as it would be made, or with the most that could join', () => {
    const [make, a, b] = [choice('roll', { role: 'fight' }), choice('join a'), choice('join b')];
    const known = new Map([
      ['roll', forecast(fight({ rung: 1 }))],
      ['join a', forecast(fight({ rung: 2 }))],
      ['join b', forecast(fight({ rung: 3 }))],
    ]);
    expect(standing({ make, joins: [a, b] }, known)?.rung).toBe(1);
    expect(standing({ make: null, joins: [a, b] }, known)?.rung).toBe(3);
    expect(standing({ make: null, joins: [a, b] }, new Map())).toBeNull();
  });
});

describe('what may come of it', () => {
  it('is told in means and percents', () => {
    const told = lossText(fight({ losses: { attacker: 1.25, defender: 2 } }));
    expect(told).toBe('On average the attacker loses 1.3 steps, the defender 2 steps.');
    const easy = lossText(fight({ losses: { attacker: 0, defender: 1 } }));
    expect(easy).toBe('On average the attacker loses nothing, the defender 1 step.');
    expect(lossText(fight({ losses: { attacker: 0, defender: 0 } }))).toBe('Nobody loses a step by it.');
    expect(lossText(fight())).toBe('');
    expect([percent(0), percent(0.0004), percent(0.3333), percent(1)]).toEqual(['0 %', '<0.1 %', '33.3 %', '100 %']);
  });
});

describe('what came of it', () => {
  const event = (at: number, text: string, more: Partial<LogEvent> = {}): LogEvent => ({ at, kind: 'combat', text, ...more });
  const rolls = [{ for: 'it', dice: [{ sides: 6, value: 3 }], total: 3, mean: 3.5 }];
  const texts = (log: LogEvent[], from: number) => outcome(log, from).map(({ text }) => text);

  it('is told until the dice of the attack have fallen, some questions later', () => {
    const log = [event(3, 'before'), event(4, 'They attack.'), event(6, 'One fails.', { rolls }), event(7, 'They advance.')];
    expect(texts(log.slice(0, 2), 4)).toEqual(['They attack.']);
    expect(texts(log, 4)).toEqual(['They attack.', 'One fails.']);
  });

  it('ends where something else begins', () => {
    const log = [
      event(4, 'Retreat.', { rolls }),
      event(4, 'He loses a step.', { kind: 'loss' }),
      event(4, 'Active: Cavalry.', { kind: 'activation', rolls }),
      event(4, 'They ride.', { kind: 'move' }),
    ];
    expect(texts(log, 4)).toEqual(['Retreat.', 'He loses a step.']);
    expect(texts([event(4, 'No die falls.'), event(4, 'Turn 2.', { kind: 'phase' }), event(5, 'Others move.')], 4)).toEqual(['No die falls.']);
  });
});
