import { describe, expect, it } from 'vitest';
import type { ComputerInfo, GameInfo, OptionInfo } from '../lib/wire';
import { canBeRated, computer, fresh, isUsual, mannerOf, optionsIn, paceOf, presetOf, presets, request, strengthWords, withComputer, withPreset, type Sitter } from './setup';

const game: GameInfo = {
  game: 'g', title: 'G', version: 1, data: '', nations: [], reconstruction: [], lesson: false, lessons: [], problems: 0, overlays: [],
  sides: [{ id: 'red', title: 'Red', colour: '#f00' }, { id: 'blue', title: 'Blue', colour: '#00f' }],
  scenarios: [{ id: 'first', title: 'First', turns: 9 }],
  options: [
    { id: 'fog', title: 'Fog', default: true, whose: 'book', clause: '9.1', by: 'an optional rule of the book (9.1)' },
    { id: 'wind', title: 'Wind', default: false, whose: 'history', by: 'from history' },
  ],
};
const computers: ComputerInfo[] = ['random', 'greedy', 'recruit', 'regular', 'veteran'].map((id) => ({
  id, title: id, manner: '', pace: '', styles: [], patiences: ['usual', 'patient', 'tireless'].map((id) => ({ id, manner: '' })),
}));

it('asks at first for the game as it is, against a computer of middling strength', () => {
  expect(request(fresh(game, computers), game)).toEqual({
    game: 'g', scenario: 'first', options: {},
    seats: { red: { computer: 'regular' }, blue: 'me' },
    pace: { kind: 'none' }, private: true,
  });
});

it('has options on as the scenario has them, and asks for those alone that the player has switched', () => {
  const own = { id: 'wind', default: true, source: 'history it blew' };
  const mine: GameInfo = { ...game, scenarios: [...game.scenarios, { id: 'second', title: 'Second', turns: 9, options: [own] }] };
  const usual = (scenario: string) => mine.options.map((option) => isUsual(mine, scenario, option));
  expect([usual('first'), usual('second')]).toEqual([[true, false], [true, true]]);
  expect(request({ ...fresh(mine, computers), scenario: 'second', options: { fog: false } }, mine).options).toEqual({ fog: false });
});

it('offers no option where it means nothing, and asks for none that was switched elsewhere', () => {
  const [fog, wind] = game.options as [OptionInfo, OptionInfo];
  const two: GameInfo = {
    ...game,
    scenarios: [...game.scenarios, { id: 'second', title: 'Second', turns: 9 }],
    options: [fog, { ...wind, only: ['second'] }],
    battles: [{ id: 'mine', title: 'Mine', about: '', scenario: 'second', options: [] }],
  };
  const ids = (scenario: string) => optionsIn(two, scenario).map(({ id }) => id);
  expect([ids('first'), ids('second'), ids('mine')]).toEqual([['fog'], ['fog', 'wind'], ['fog', 'wind']]);
  const setup = { ...fresh(two, computers), options: { fog: false, wind: true } };
  expect(request({ ...setup, scenario: 'first' }, two).options).toEqual({ fog: false });
  expect(request({ ...setup, scenario: 'second' }, two).options).toEqual({ fog: false, wind: true });
});

it('asks for a rated match only where one can be', () => {
  const setup = { ...fresh(game, computers), rated: true };
  expect(request(setup, game).rated).toBe(true);
  expect(canBeRated({ ...setup, seats: { red: 'me', blue: 'me' } })).toBe(false);
  expect(request({ ...setup, game: 'g~0123456789abcdef' }, game).rated).toBeUndefined();
});

describe('presets', () => {
  it('are known again by their seats', () => {
    for (const { name } of presets) {
      expect(presetOf(withPreset(fresh(game, computers), name, game, computers).seats)).toBe(name);
    }
    expect(presetOf({ red: 'open', blue: 'link' })).toBeNull();
  });
  it('leave the player the side he chose', () => {
    const asRed = { ...fresh(game, computers), seats: { red: 'me', blue: 'open' } as const };
    expect(withPreset(asRed, 'friend', game, computers).seats).toEqual({ red: 'me', blue: 'link' });
  });
  it('leave the player the opponent he chose', () => {
    const hard = withComputer(fresh(game, computers), 'computer:veteran');
    expect(hard.seats).toEqual({ red: 'computer:veteran', blue: 'me' });
    expect(withPreset(hard, 'watch', game, computers).seats).toEqual({ red: 'computer:veteran', blue: 'computer:veteran' });
    const friends = withPreset(hard, 'friend', game, computers);
    expect(withPreset(friends, 'computer', game, computers).seats).toEqual({ red: 'computer:regular', blue: 'me' });
  });
  it('list a game only where somebody is to find it', () => {
    expect(withPreset(fresh(game, computers), 'friend', game, computers).private).toBe(true);
    expect(withPreset(fresh(game, computers), 'anybody', game, computers).private).toBe(false);
  });
});

it('clocks give what the page says', () => {
  expect(paceOf({ kind: 'live', minutes: 30, days: 1 })).toEqual({ kind: 'live', bank_ms: 1_800_000, grace_ms: 10_000 });
  expect(paceOf({ kind: 'slow', minutes: 30, days: 3 })).toEqual({ kind: 'slow', bank_ms: 604_800_000, grace_ms: 259_200_000 });
});

it('a computer has a level, a style and its time, and what is usual needs no word', () => {
  expect(computer('veteran', 'steady')).toBe('computer:veteran');
  expect(computer('veteran', 'bold')).toBe('computer:veteran:bold');
  expect(computer('veteran', 'steady', 'patient')).toBe('computer:veteran:patient');
  expect(computer('veteran', 'wary', 'tireless')).toBe('computer:veteran:wary:tireless');
  const manner = (sitter: string) => mannerOf(sitter as Sitter, computers);
  expect(manner('computer:veteran')).toEqual({ level: 'veteran', style: 'steady', patience: 'usual' });
  expect(manner('computer:veteran:wary')).toEqual({ level: 'veteran', style: 'wary', patience: 'usual' });
  expect(manner('computer:veteran:patient')).toEqual({ level: 'veteran', style: 'steady', patience: 'patient' });
  expect(manner('computer:veteran:wary:patient')).toEqual({ level: 'veteran', style: 'wary', patience: 'patient' });
  expect(manner('me')).toBeNull();
  const bold = withComputer(fresh(game, computers), computer('veteran', 'bold'));
  expect(request(bold, game).seats).toEqual({ red: { computer: 'veteran:bold' }, blue: 'me' });
  expect(presetOf(bold.seats)).toBe('computer');
});

it('says how strong a level is only where that was measured', () => {
  const measured = { ...game, strengths: [{ scenario: 'first', level: 'veteran', below: 'greedy', won: 16, even: 1, lost: 3 }] };
  expect(strengthWords(measured, 'first', 'veteran')).toBe('won 16 of 20 pairs against greedy here, 1 even');
  expect(strengthWords(measured, 'first', 'grognard')).toBe('');
  expect(strengthWords(game, 'first', 'veteran')).toBe('');
});
