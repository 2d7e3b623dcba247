// Each game from set-up to victory against the computer, in a real browser.
import { it } from 'vitest';
import { stage } from './stage';
import { wholeGame, type Guest } from './whole-game';

const set = stage();

const guests: Guest[] = [
  {
    game: 'rock-of-the-marne',
    scenario: 'ardre',
    fight: ['fight', 'join all', 'join', 'target'],
    fights: 2,
    idle: ['done', 'decline', 'stay', 'lose'],
    steps: 300,
  },
  {
    game: 'miracle-on-the-marne',
    fight: ['fire', 'aim all', 'aim', 'target'],
    fights: 2,
    idle: ['standard', 'done', 'stay', 'decline'],
    steps: 600,
  },
  {
    game: 'clash-of-giants',
    scenario: 'marne-battle',
    fight: ['launch', 'join all', 'join', 'target'],
    fights: 2,
    idle: ['standard', 'cup', 'roll', 'done', 'hold', 'stay'],
    steps: 500,
  },
  {
    game: 'march-into-battle',
    scenario: 'raab',
    fight: ['fight', 'attack'],
    fights: 2,
    idle: ['done', 'rest', 'pass', 'decline', 'stay', 'end'],
    steps: 500,
  },
];

it.each(guests)('plays $game to its end', (guest) => wholeGame(set, guest));
