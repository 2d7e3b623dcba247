import { describe, expect, it } from 'vitest';
import { parse } from './router';

const at = (path: string) => parse(new URL(path, 'http://grognard.test'));

describe('addresses', () => {
  it('of the pages', () => {
    expect(at('/')).toEqual({ page: 'lobby' });
    expect(at('/new')).toEqual({ page: 'new', game: null, scenario: null });
    expect(at('/new?game=first-blood')).toEqual({ page: 'new', game: 'first-blood', scenario: null });
    const archive = { page: 'new', game: 'first-blood~0123456789abcdef', scenario: 'battle-1' };
    expect(at('/new?game=first-blood~0123456789abcdef&scenario=battle-1')).toEqual(archive);
    expect(at('/games/first-blood?clause=5.3-IV')).toEqual({ page: 'game', game: 'first-blood', clause: '5.3-IV' });
    expect(at('/m/abc123#secret')).toEqual({ page: 'match', id: 'abc123' });
    expect(at('/account')).toEqual({ page: 'account' });
    expect(at('/tournaments')).toEqual({ page: 'company', part: 'tournaments', id: null });
    expect(at('/tournaments/abc')).toEqual({ page: 'company', part: 'tournaments', id: 'abc' });
    expect(at('/archive')).toEqual({ page: 'company', part: 'archive', id: null });
  });
  it('of moments in a replay', () => {
    expect(at('/replay')).toEqual({ page: 'replay', id: null, at: null, see: null });
    expect(at('/replay/abc?at=120&see=us')).toEqual({ page: 'replay', id: 'abc', at: 120, see: 'us' });
    expect(at('/study/abc?at=7')).toEqual({ page: 'study', id: 'abc', at: 7, see: null });
    expect(at('/replay/abc?at=-1')).toEqual({ page: 'replay', id: 'abc', at: null, see: null });
    expect(at('/replay/abc?at=1e9')).toEqual({ page: 'replay', id: 'abc', at: null, see: null });
  });
  it('a slash at the end does no harm, and signs are read back', () => {
    expect(at('/games/a%20b/')).toEqual({ page: 'game', game: 'a b', clause: null });
    expect(at('/games/100%')).toEqual({ page: 'game', game: '100%', clause: null });
  });
  it('that lead nowhere', () => {
    for (const path of ['/m', '/m/a/b', '/study', '/study/a/b', '/games', '/new/x', '/nowhere']) {
      expect(at(path)).toEqual({ page: 'missing', path });
    }
  });
});
