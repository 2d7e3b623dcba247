import { describe, expect, it } from 'vitest';
import type { LogEvent, Roll } from '../lib/wire';
import { before, landings, luckier, luckText, rollText, sumText, tally, tray } from './rolls';

const dice = (...values: number[]) => values.map((value) => ({ sides: 6, value }));
const roll = (more: Partial<Roll> = {}): Roll => ({ for: 'it', dice: dice(3), total: 3, mean: 3.5, ...more });
const event = (at: number, rolls: Roll[], more: Partial<LogEvent> = {}): LogEvent => ({
  at,
  kind: 'combat',
  text: 'It happens.',
  rolls,
  ...more,
});
/** A roll that came, or did not, with an even chance. */
const even = (side: string, came: boolean) =>
  roll({ luck: { side, share: came ? 0.75 : 0.25, spread: 0.0625, chance: 0.5, came } });

describe('rolls', () => {
  it('say what they hit', () => {
    const table = { name: 'Combat Results Table', column: '3:1', line: '8', result: 'A1,D2' };
    expect(rollText(roll({ dice: dice(3, 5), total: 8, table }))).toBe('2d6 = 8 on 3:1: A1, D2');
    expect(rollText(roll({ table: { name: 'Bridges', line: '3', result: 'stands' } }))).toBe('d6 = 3: stands');
    expect(rollText(roll({ table: { name: 'Command', line: 'First Army', result: 'Offensive' } }))).toBe(
      'd6 = 3 on First Army: Offensive',
    );
    // What would be said twice is said once.
    expect(rollText(roll({ table: { name: 'Command', column: '3', line: 'First Army', result: '5' } }))).toBe('d6 = 3: 5');
    expect(rollText(roll({ table: { name: 'Combat', column: 'result', line: '3', result: 'Engaged' } }))).toBe('d6 = 3: Engaged');
    const check = { name: 'Combat', column: '4-1', line: "attackers' dice", result: '-3' };
    expect(rollText(roll({ dice: dice(5), modifier: -3, total: 2, table: check }))).toBe('d6 −3 = 2 on 4-1');
    const drift = { name: 'Drift', column: '4', line: 'usual', result: '0' };
    expect(rollText(roll({ dice: dice(4), modifier: -5, total: -1, table: drift })), 'the die itself').toBe('d6 −5 = −1: 0');
  });

  it('say what is added', () => {
    expect(sumText(roll({ modifier: 2, total: 5 }))).toBe('d6 +2 = 5');
    expect(sumText(roll({ modifier: -4, total: -1 }))).toBe('d6 −4 = −1');
    expect(sumText(roll({ dice: [...dice(1), { sides: 10, value: 9 }], total: 10 }))).toBe('d6 d10 = 10');
  });
});

describe('the tray', () => {
  it('holds the last twenty, the latest first', () => {
    const events = Array.from({ length: 15 }, (_, at) => event(at, [roll({ for: `${at}a` }), roll({ for: `${at}b` })]));
    const held = tray([...events, event(15, [])]);
    expect(held).toHaveLength(20);
    expect(held.slice(0, 3).map((fallen) => fallen.roll.for)).toEqual(['14b', '14a', '13b']);
    expect(held[19]!.roll.for).toBe('5a');
  });
});

describe('landed dice', () => {
  it('lie by the hex that the last action was about', () => {
    const events = [
      event(3, [roll()], { hexes: ['0101'] }),
      event(4, [roll({ for: 'first' })], { hexes: ['0203', '0304'] }),
      event(4, [roll({ for: 'second' })], { hexes: ['0304'] }),
      event(4, [roll()]),
    ];
    const [there, ...more] = landings(events, 4);
    expect(more).toEqual([]);
    expect(there!.hex).toBe('0304');
    expect(there!.rolls.map((landed) => landed.for)).toEqual(['first', 'second']);
  });

  it('lie nowhere on the map where they would lie everywhere', () => {
    const drawn = (hexes: number) => Array.from({ length: hexes }, (_, hex) => event(4, [roll()], { hexes: [`01${10 + hex}`] }));
    expect(landings(drawn(12), 4)).toHaveLength(12);
    expect(landings(drawn(30), 4)).toEqual([]);
  });
});

describe('luck', () => {
  const sides = ['us', 'german'];
  const many = (came: number, failed: number) => [
    ...Array.from({ length: came }, () => event(0, [even('us', true)])),
    ...Array.from({ length: failed }, () => event(0, [even('us', false)])),
  ];

  it('is nobody’s while few dice have fallen', () => {
    const [us, german] = tally(many(4, 0), sides);
    expect(luckier(us!)).toBeNull();
    expect(luckText(us!)[0]).toBe('4 rolls: too few to speak of luck.');
    expect(luckText(german!)[0]).toMatch(/^No roll yet/);
  });

  it('is what fell against what was to be expected', () => {
    expect(before(tally([...many(4, 0), ...many(3, 5)], sides), many(3, 5)), 'as it was before').toEqual(tally(many(4, 0), sides));
    expect(luckier(tally(many(8, 8), sides)[0]!)).toBe(50);
    // Twelve of sixteen: two deviations above the mean.
    const [us] = tally(many(12, 4), sides);
    expect(luckier(us!)).toBe(98);
    expect(luckier(tally(many(4, 12), sides)[0]!)).toBe(2);
    expect(luckText(us!)).toEqual([
      'Luckier than 98 of 100 would be over the same 16 rolls.',
      '12 of 16 came off, 8 were to be expected.',
    ]);
  });

  it('goes on from what was before', () => {
    const before = tally(many(6, 4), sides);
    expect(tally(many(6, 0), sides, before)).toEqual(tally(many(12, 4), sides));
    expect(before[0]!.rolls).toBe(10);
  });

  it('counts pips where nobody knows what would be better', () => {
    const drawn = [event(0, [roll({ total: 5 }), roll({ total: 6 })], { side: 'german' })];
    const [, german] = tally(drawn, sides);
    expect(luckText(german!)[1]).toBe('2 rolls without better or worse: 11 pips for 7 expected.');
  });
});
