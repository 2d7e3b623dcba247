import { expect, it } from 'vitest';
import { playedIn } from './upload';

it('reads from the head of a record what board it needs', () => {
  const head = 'grognard record 1\ngame: rock-of-the-marne\nrules: 2\nscenario: campaign\nseed: 6\n';
  expect(playedIn(`${head}1 german pick G-MG-1 #c3070321139fa4d1\n`)).toEqual({ game: 'rock-of-the-marne', scenario: 'campaign' });
  expect(playedIn('a shopping list')).toBeNull();
});
