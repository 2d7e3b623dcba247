import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MatchInfo } from '../lib/wire';
import { becomes, hex, isOpening, isPledgedElsewhere, note, notePledges, own, salt, stirring, toBe, verify } from './dice';

const secret = '00ff10';
const digest = async (text: string) =>
  hex(
    new Uint8Array(
      await crypto.subtle.digest(
        'SHA-256',
        Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16)),
      ),
    ),
  );

const textDigest = async (text: string) => digest(hex(new TextEncoder().encode(text)));
const dice = (commitment: string, secret: string, salts = {}, pledges = {}) => ({ commitment, secret, salts, pledges });

function storage() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
}

describe('the dice', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are true when the secret has the digest promised', async () => {
    expect(await verify('m', dice(await digest(secret), secret), 9)).toEqual({ kind: 'true', noted: false });
  });

  it('are false with another secret, or with one that is none', async () => {
    expect(await verify('m', dice(await digest(secret), '00ff11'), 9)).toMatchObject({ kind: 'false' });
    expect(await verify('m', dice(await digest(secret), 'not hex'), 9)).toMatchObject({ kind: 'false' });
  });

  it('are false when the promise itself was changed', async () => {
    storage();
    note('m', await digest(secret));
    note('m', await digest('aa'));
    expect(await verify('m', dice(await digest(secret), secret), 9)).toEqual({ kind: 'true', noted: true });
    expect(await verify('m', dice(await digest('aa'), 'aa'), 9)).toEqual({ kind: 'false', noted: true });
  });

  it('cannot be told without the means', async () => {
    vi.stubGlobal('crypto', {});
    expect(await verify('m', dice('x', secret), 9)).toEqual({ kind: 'unknown' });
  });

  it('are false when somebody added something else than he pledged', async () => {
    storage();
    const commitment = await digest(secret);
    const pledge = await textDigest('abc');
    const opened = (salt: string, pledges: Record<string, string>) => dice(commitment, secret, { red: salt }, pledges);
    expect(await verify('m', opened('abc', { red: pledge }), 9)).toMatchObject({ kind: 'true' });
    expect(await verify('m', opened('abd', { red: pledge }), 9)).toMatchObject({ kind: 'false' });
    // What counts is what this browser was told before it opened its own.
    notePledges('m', { red: pledge });
    notePledges('m', { red: await textDigest('abd') });
    expect(await verify('m', opened('abd', { red: await textDigest('abd') }), 9)).toMatchObject({ kind: 'false' });
    expect(await verify('m', opened('abc', { red: pledge }), 9)).toMatchObject({ kind: 'true' });
  });

  it('are false when something was played before a pledge was opened, not when the match ended while all waited', async () => {
    const unopened = dice(await digest(secret), secret, {}, { red: await textDigest('abc') });
    expect(await verify('m', unopened, 2)).toMatchObject({ kind: 'false' });
    expect(await verify('m', unopened, 1)).toMatchObject({ kind: 'true' });
  });

  const match = (who: string, status: string, told: Partial<MatchInfo['dice']> = {}) =>
    ({
      id: 'm',
      status,
      actions: 0,
      seats: [
        { side: 'blue', who: 'player', yours: true },
        { side: 'red', who, yours: false },
      ],
      dice: { commitment: 'c', salts: {}, pledges: {}, unopened: [], secret: null, seed: null, ...told },
    }) as unknown as MatchInfo;

  it('are stirred between people by a pledge first, opened when all seats are taken', async () => {
    storage();
    const ours = await own('m');
    expect(await own('m')).toEqual(ours);
    expect(ours.pledge).toBe(await textDigest(ours.text));
    const next = (info: MatchInfo, yours = ['blue']) => stirring(info, yours, ours);
    expect(next(match('link', 'waiting'))).toEqual({ do: 'pledge', hash: ours.pledge });
    const told = { pledges: { blue: ours.pledge! }, unopened: ['blue'] };
    expect(next(match('link', 'waiting', told))).toBeNull();
    expect(next(match('player', 'playing', told))).toEqual({ do: 'salt', text: ours.text });
    expect(next(match('player', 'playing', { ...told, salts: { blue: ours.text } }))).toBeNull();
    expect(isPledgedElsewhere(match('player', 'playing', told), ['blue'], ours.pledge)).toBe(false);
    // Another browser knows what it pledged.
    const elsewhere = { pledges: { blue: 'other' }, unopened: ['blue'] };
    expect(next(match('player', 'playing', elsewhere))).toBeNull();
    expect(isPledgedElsewhere(match('player', 'playing', elsewhere), ['blue'], ours.pledge)).toBe(true);
    expect(next(match('player', 'playing'), [])).toBeNull();
    // Who took his seat without a pledge cannot make one any more.
    expect(next(match('player', 'playing'))).toEqual({ do: 'salt', text: ours.text });
  });

  it('let a pledge be taken back only while nobody has opened his', () => {
    const both = { blue: 'b', red: 'r' };
    expect(isOpening(match('player', 'playing', { pledges: both, unopened: ['blue', 'red'] }))).toBe(false);
    expect(isOpening(match('player', 'playing', { pledges: both, unopened: ['blue'] }))).toBe(true);
    expect(isOpening(match('player', 'playing', { pledges: { ...both, red: 'withdrawn' }, unopened: ['blue'] }))).toBe(false);
  });

  it('get what was pledged with creating a match, and something else in the next', async () => {
    storage();
    const first = await own(toBe);
    becomes(toBe, 'm');
    expect(await own('m')).toEqual(first);
    expect((await own(toBe)).text).not.toBe(first.text);
    becomes(toBe, 'm');
    expect(await own('m')).toEqual(first);
  });

  it('are stirred at once where there is nobody to hide it from, or no means to pledge', async () => {
    storage();
    const ours = await own('m');
    expect(stirring(match('computer', 'playing'), ['blue'], ours)).toEqual({ do: 'salt', text: ours.text });
    expect(stirring(match('player', 'playing'), ['blue', 'red'], ours)).toEqual({ do: 'salt', text: ours.text });
    expect(stirring(match('link', 'waiting'), ['blue'], { text: 'abc', pledge: null })).toEqual({ do: 'salt', text: 'abc' });
    vi.unstubAllGlobals();
    expect((await own('m')).pledge).toBeNull();
  });

  it('get a salt that nobody guesses', () => {
    expect(salt()).toMatch(/^[0-9a-f]{32}$/);
    expect(salt()).not.toBe(salt());
  });
});
