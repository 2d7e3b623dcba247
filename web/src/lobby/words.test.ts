import { describe, expect, it } from 'vitest';
import type { GameInfo, MatchInfo } from '../lib/wire';
import { against, ago, byTopic, mineFirst, myTurn, noDraws, paceShort, paceWords, span, whoseWords, turnOf } from './words';

const now = 1_800_000_000_000;

it('says how long ago something was', () => {
  expect(ago(now - 5_000, now)).toBe('just now');
  expect(ago(now - 60_000, now)).toBe('1 minute ago');
  expect(ago(now - 26 * 3_600_000, now)).toBe('yesterday');
  expect(ago(now - 3 * 24 * 3_600_000, now)).toBe('3 days ago');
  expect(ago(now + 9_000, now)).toBe('just now');
});

it('says who fights whom, by the names that sides have in one scenario or another', () => {
  const sides = [{ id: 'german', title: 'German', colour: '#ccc' }, { id: 'allied', title: 'Allied', colour: '#acd' }];
  const scenario = (id: string, titles?: [string, string]) => ({ id, title: id, turns: 5, ...(titles ? { sides: titles } : {}) });
  const game = (...scenarios: ReturnType<typeof scenario>[]) => ({ sides, scenarios }) as unknown as GameInfo;
  expect(against(game(scenario('marne')))).toBe('German against Allied');
  expect(against(game(scenario('tannenberg', ['German', 'Russian']), scenario('marne'), scenario('battle')))).toBe(
    'German against Russian or Allied',
  );
});

it('says lengths of time in their largest unit', () => {
  expect([10_000, 90 * 60_000, 5 * 3_600_000, 24 * 3_600_000, 72 * 3_600_000].map(span)).toEqual([
    '10 s',
    '90 min',
    '5 hours',
    '1 day',
    '3 days',
  ]);
});

it('says the clock', () => {
  expect(paceWords({ kind: 'none' })).toBe('No clock');
  expect(paceWords({ kind: 'live', bank_ms: 3_600_000, grace_ms: 10_000 })).toBe('Live: 60 min a side, 10 s free each time');
  expect(paceShort({ kind: 'slow', bank_ms: 7 * 86_400_000, grace_ms: 86_400_000 })).toBe('slow, 1 day');
});

function match(id: string, status: MatchInfo['status'], to_choose: string | null, updated: number): MatchInfo {
  return {
    id, game: 'g', title: 'G', scenario: 's', options: [], status, pace: { kind: 'none' },
    seats: [
      { side: 'red', who: 'player', yours: true },
      { side: 'blue', who: 'computer', yours: false },
    ],
    private: false, lesson: false, created: 0, updated, turn: 1, actions: 0, to_choose, result: null,
    dice: { commitment: '', salts: {}, pledges: {}, unopened: [], secret: null, seed: null }, rematch: null, rated: false, changes: [], parted: null,
  };
}

describe('my games', () => {
  const theirs = match('theirs', 'playing', 'blue', 50);
  const old = match('old', 'playing', 'red', 10);
  const fresh = match('fresh', 'playing', 'red', 20);
  const over = match('over', 'over', null, 99);

  it('begin with those that wait for me, the latest first', () => {
    expect(mineFirst([over, theirs, old, fresh]).map(({ id }) => id)).toEqual(['fresh', 'old', 'theirs', 'over']);
  });
  it('wait for me only where my side chooses', () => {
    expect([theirs, old, over].map(myTurn)).toEqual([false, true, false]);
  });
});

it('gathers what is reconstruction by topic', () => {
  expect(byTopic(['board: Paroy', 'US platoon: fire 4', 'board: Launay', 'US standard set-up'])).toEqual([
    ['board', ['Paroy', 'Launay']],
    ['US platoon', ['fire 4']],
    ['other', ['US standard set-up']],
  ]);
});

it('says whose an option is', () => {
  const option = { id: 'fog', title: 'Fog', clause: '9.1' };
  expect(whoseWords({ ...option, default: false, whose: 'reading', by: 'our reading of 9.1' })).toBe('Our reading of 9.1.');
  expect(whoseWords({ ...option, default: true, whose: 'book', by: 'an optional rule of the book (9.1)' })).toBe(
    'On in the standard game. An optional rule of the book (9.1).',
  );
});

it('counts turns as the track does', () => {
  const scenario = { id: 'ardre', title: 'Ardre', turns: 6 };
  expect(turnOf(3, scenario)).toBe('Turn 3 of 6');
  expect(turnOf(9, { ...scenario, first: 9 })).toBe('Turn 9 of 14');
  expect(turnOf(9, undefined)).toBe('Turn 9');
});

it('knows where no draw can be offered', () => {
  const game = {
    scenarios: [
      { id: 'never', title: '', turns: null, no_draws: { clause: '4.6' } },
      { id: 'seldom', title: '', turns: 7, no_draws: { clause: '4.1d', unless: 'primary-only' } },
      { id: 'often', title: '', turns: 7 },
    ],
  } as GameInfo;
  const clause = (scenario: string, ...options: string[]) => noDraws(game, { scenario, options });
  expect([clause('never'), clause('seldom', 'primary-only=off'), clause('often')]).toEqual(['4.6', '4.1d', null]);
  expect(clause('seldom', 'primary-only=on')).toBeNull();
});
