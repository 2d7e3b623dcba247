import { expect, it } from 'vitest';
import type { MatchInfo } from '../lib/wire';
import { fresh } from './notices';

const match = (id: string, toChoose: string): MatchInfo =>
  ({ id, status: 'playing', to_choose: toChoose, seats: [{ side: 'red', yours: true }, { side: 'blue', yours: false }] }) as MatchInfo;

it('a game is told once, when it begins to wait', () => {
  const first = fresh(new Set(), [match('a', 'red'), match('b', 'blue')]);
  expect(first.told.map(({ id }) => id)).toEqual(['a']);
  const second = fresh(first.waiting, [match('a', 'red'), match('b', 'red')]);
  expect(second.told.map(({ id }) => id)).toEqual(['b']);
  expect([...second.waiting]).toEqual(['a', 'b']);
});

it('and again when the turn has come back', () => {
  const away = fresh(new Set(['a']), [match('a', 'blue')]);
  expect(away.told).toEqual([]);
  expect(fresh(away.waiting, [match('a', 'red')]).told).toHaveLength(1);
});
