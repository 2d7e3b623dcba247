import { expect, it } from 'vitest';
import { byTurn } from './calendar';

it('the calendar goes by turns, each with both sides', () => {
  const arrival = (turn: number, side: string, place: string) => ({ turn, side, place, units: ['1'] });
  const told = byTurn([arrival(11, 'red', 'a'), arrival(4, 'red', 'a'), arrival(4, 'blue', 'b')]);
  expect(told.map(({ turn, arrivals }) => [turn, arrivals.map(({ side }) => side)])).toEqual([
    [4, ['red', 'blue']],
    [11, ['red']],
  ]);
});
