// The dice can be checked: the server publishes the digest of its secret before the first roll and opens it at the end.

import { keep, recall } from '../lib/memory';

const name = (match: string) => `grognard.dice.${match}`;

/** Notes the commitment the first time it is seen, so that a changed one would show. */
export function note(match: string, commitment: string): void {
  if (recall(name(match)) === null) keep(name(match), commitment);
}

export type Verdict =
  /** The secret is the one promised; `noted`: by our own note from before the end, not only by what the server says now. */
  | { kind: 'true'; noted: boolean }
  | { kind: 'false'; noted: boolean }
  /** The browser cannot tell: it computes digests on secure pages only. */
  | { kind: 'unknown' };

/** Whether an opened secret is the one promised. */
export async function verify(match: string, commitment: string, secret: string): Promise<Verdict> {
  const kept = recall(name(match));
  const bytes = unhex(secret);
  if (!globalThis.crypto?.subtle) return { kind: 'unknown' };
  if (!bytes) return { kind: 'false', noted: kept !== null };
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const said = hex(digest);
  const promised = kept ?? commitment;
  return { kind: said === promised.toLowerCase() && commitment === promised ? 'true' : 'false', noted: kept !== null };
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function unhex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16));
}

/** What a seat adds to the dice. */
export function salt(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}
