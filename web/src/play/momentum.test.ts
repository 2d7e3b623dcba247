import { describe, expect, it } from 'vitest';
import type { Choice } from '../lib/wire';
import { Momentum, type Question } from './momentum';

const option = (action: string, more: Partial<Choice> = {}): Choice => ({ action, text: action, rolls: false, ...more });
const wishes = { usual: true, goOn: false, least: false, withdrawn: [] };
const asks = (actions: number, choices: Choice[], orders: string[] = []): Question => ({ choices, actions, game: 'rock', orders, wishes });

const aim = option('target 19.12', { hex: '19.12', role: 'aim' });
const joins = [option('join one', { piece: 'one', role: 'join' }), option('join two', { piece: 'two', role: 'join' })];
const all = option('join all', { role: 'join' });
const support = option('shift HQ', { piece: 'HQ', role: 'join' });
const fight = option('fight', { role: 'fight', rolls: true });
const done = option('done');

function at(actions = 7): Momentum {
  const momentum = new Momentum();
  momentum.sees(actions, '1 combat');
  return momentum;
}

describe('an attack at once', () => {
  it('is joined by all who can, and made, though more could be added', () => {
    const momentum = at();
    momentum.picks(aim);
    momentum.storms(7);
    expect(momentum.next(asks(8, [...joins, all, support]))).toEqual({ play: all });
    expect(momentum.next(asks(9, [support, fight]))).toEqual({ play: fight });
    // Whatever is asked then is a question again.
    expect(momentum.next(asks(10, [support, fight]))).toBeNull();
  });

  it('goes through where its dice fall one question later', () => {
    const momentum = at();
    momentum.picks(aim);
    momentum.storms(7);
    const declare = option('fire', { role: 'fight' });
    expect(momentum.next(asks(8, [declare, ...joins, all]))).toEqual({ play: declare });
    expect(momentum.next(asks(9, [fight]))).toEqual({ play: fight });
  });

  it('stops where it would leave others undone, where there is a choice of attacks, and where somebody else was asked first', () => {
    for (const choices of [[option('done', { role: 'fight', leaves: '2 units could attack' })], [fight, option('fight other', { role: 'fight' })]]) {
      const momentum = at();
      momentum.picks(aim);
      momentum.storms(7);
      expect(momentum.next(asks(8, [...choices, support]))).toBeNull();
    }
    const momentum = at();
    momentum.picks(aim);
    momentum.storms(7);
    expect(momentum.next(asks(9, [support, fight]))).toBeNull();
  });

  it('is not what naming a target alone means', () => {
    const momentum = at();
    momentum.picks(aim);
    expect(momentum.next(asks(8, [...joins, all]))).toBeNull();
    expect(momentum.next(asks(9, [support, fight]))).toBeNull();
  });
});

describe('who joins as the last', () => {
  it('has the attack made', () => {
    const momentum = at();
    momentum.picks(support);
    momentum.seals(7);
    expect(momentum.next(asks(8, [...joins, fight]))).toEqual({ play: fight });
    expect(momentum.next(asks(9, [...joins, fight]))).toBeNull();
  });

  it('leaves it to be said where it is not one attack, or something else was asked first', () => {
    const momentum = at();
    momentum.picks(support);
    momentum.seals(7);
    expect(momentum.next(asks(8, [fight, option('fight other', { role: 'fight' })]))).toBeNull();
    momentum.picks(support);
    momentum.seals(8);
    expect(momentum.next(asks(9, [option('from HQ 1'), option('from HQ 2')]))).toBeNull();
    expect(momentum.next(asks(10, [...joins, fight]))).toBeNull();
  });

  it('joins alone where nothing more was said', () => {
    const momentum = at();
    momentum.picks(support);
    expect(momentum.next(asks(8, [...joins, fight]))).toBeNull();
  });
});

describe('what is said again', () => {
  const shell = option('heavy 2731', { hex: '2731' });
  const others = [option('heavy 2632', { hex: '2632' }), option('light 2731', { hex: '2731', role: 'aside' }), done];

  it('is said as often as it is offered, and no longer', () => {
    const momentum = at();
    momentum.picks(shell);
    momentum.repeats(shell);
    expect(momentum.next(asks(8, [shell, ...others]))).toEqual({ play: shell });
    expect(momentum.next(asks(9, [shell, ...others]))).toEqual({ play: shell });
    expect(momentum.next(asks(10, [option('light 2731', { hex: '2731' }), done]))).toBeNull();
    expect(momentum.next(asks(11, [shell, ...others]))).toBeNull();
  });

  it('is not said in another phase, after an undo, or where dice would fall', () => {
    const [later, undone, rolling] = [at(), at(), at()];
    for (const momentum of [later, undone, rolling]) {
      momentum.picks(shell);
      momentum.repeats(shell);
    }
    later.sees(8, '2 bombardment');
    expect(later.next(asks(8, [shell, ...others]))).toBeNull();
    undone.sees(6, '1 combat');
    expect(undone.next(asks(6, [shell, ...others]))).toBeNull();
    expect(rolling.next(asks(8, [{ ...shell, rolls: true }, ...others]))).toBeNull();
  });
});

describe('a way that is drawn', () => {
  const to = (hex: string, more: Partial<Choice> = {}) => option(`to ${hex}`, { hex, ...more });

  it('is gone hex by hex as far as it is offered, without dice', () => {
    const momentum = at();
    momentum.picks(to('0805'));
    momentum.walks(['0705', '0604', '0503']);
    expect(momentum.next(asks(8, [to('0705'), to('0804')]))).toEqual({ play: to('0705') });
    expect(momentum.next(asks(9, [to('0604'), option('stay')]))).toEqual({ play: to('0604') });
    expect(momentum.next(asks(10, [to('0504'), to('0603'), option('stay')]))).toBeNull();
    expect(momentum.next(asks(11, [to('0503'), to('0603')]))).toBeNull();
    const rolling = at();
    rolling.picks(to('0805'));
    rolling.walks(['0705']);
    expect(rolling.next(asks(8, [to('0705', { rolls: true }), to('0804')]))).toBeNull();
  });
});

describe('a counter that is let go', () => {
  it('is put down once the table knows that it was taken up', () => {
    const momentum = at();
    const put = { hex: '0102', ahead: null };
    momentum.picks(option('pick one', { piece: 'one' }));
    momentum.says(7);
    expect(momentum.knows(7)).toBe(false);
    expect(momentum.drops(put, 7, true)).toBeNull();
    momentum.sees(8, '1 combat');
    expect(momentum.next(asks(8, [option('to 0102', { hex: '0102' }), option('to 0103', { hex: '0103' })]))).toEqual({ put });
  });
});
