import { afterEach, describe, expect, it, vi } from 'vitest';
import { hex, note, salt, verify } from './dice';

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

function storage() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
}

describe('the dice', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are true when the secret has the digest promised', async () => {
    expect(await verify('m', await digest(secret), secret)).toEqual({ kind: 'true', noted: false });
  });

  it('are false with another secret, or with one that is none', async () => {
    expect(await verify('m', await digest(secret), '00ff11')).toMatchObject({ kind: 'false' });
    expect(await verify('m', await digest(secret), 'not hex')).toMatchObject({ kind: 'false' });
  });

  it('are false when the promise itself was changed', async () => {
    storage();
    note('m', await digest(secret));
    note('m', await digest('aa'));
    expect(await verify('m', await digest(secret), secret)).toEqual({ kind: 'true', noted: true });
    expect(await verify('m', await digest('aa'), 'aa')).toEqual({ kind: 'false', noted: true });
  });

  it('cannot be told without the means', async () => {
    vi.stubGlobal('crypto', {});
    expect(await verify('m', 'x', secret)).toEqual({ kind: 'unknown' });
  });

  it('get a salt that nobody guesses', () => {
    expect(salt()).toMatch(/^[0-9a-f]{32}$/);
    expect(salt()).not.toBe(salt());
  });
});
