import { describe, expect, it } from 'vitest';
import type { Appointment, Pairing, TournamentInfo } from '../lib/wire';
import { dayOf, manner, points, progress, query, rating, score, timeUsed } from './words';

const info = { kind: 'swiss', rounds: 3, round_ms: 3 * 86_400_000, both_sides: true, rated: true, status: 'playing', round: 2, players: 5, max_players: 8, winner: null } as TournamentInfo;

describe('tournaments in words', () => {
  it('tell how they are played and how far they are', () => {
    expect(manner(info)).toBe('Swiss, 3 rounds, 3 days a round, both sides, rated');
    expect(manner({ ...info, kind: 'knock_out', rounds: null, both_sides: false, rated: false })).toBe('Knock-out, 3 days a round');
    expect(progress(info)).toBe('Round 2 of 3');
    expect(progress({ ...info, status: 'open' })).toBe('5 of 8 places taken');
    expect(progress({ ...info, status: 'over', winner: 'Davout' })).toBe('Won by Davout');
    expect(progress({ ...info, status: 'over' })).toBe('Over, and nobody has won alone');
  });
  it('count in halves', () => {
    expect([0, 0.5, 1, 1.5].map(points)).toEqual(['0', '½', '1', '1½']);
    const pairing = { points: [1.5, 0.5], done: true } as Pairing;
    expect(score(pairing)).toBe('1½ : ½');
    expect(score({ ...pairing, points: [0, 0], done: false })).toBe('to be played');
    expect(score({ ...pairing, points: [0, 0] })).toBe('0 : 0');
    expect(score({ ...pairing, points: [1] })).toBe('bye');
    expect(rating({ rating: 1512, provisional: true })).toBe('1512?');
  });
  it('say how much of a round was used by whom', () => {
    const one = { sides: { blue: 'Ney', red: 'Soult' }, used_ms: { red: 86_400_000, blue: 90_000 } } as unknown as Appointment;
    expect(timeUsed(one)).toBe(', 1.5 min and 1 day used');
    expect(timeUsed({ ...one, used_ms: null })).toBe('');
  });
  it('ask the archive for what is filled in', () => {
    expect(query({ game: 'hex-fight', player: '', rated: false, since: null, least: 0 })).toBe('game=hex-fight&least=0');
    expect(dayOf('2026-11-19', 1)! - dayOf('2026-11-19', 0)!).toBe(86_400_000);
    expect(dayOf('', 0)).toBeNull();
  });
});
