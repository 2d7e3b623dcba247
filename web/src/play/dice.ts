// The dice can be checked: the server publishes the digest of its secret before the first roll and opens it at the end.
// What this browser adds to them is pledged by its digest with taking the seat, and opened when all seats are taken: so not
// even somebody who knows the server's secret can choose his own by ours.

import { keep, recall } from '../lib/memory';
import type { MatchInfo, Request } from '../lib/wire';

const name = (match: string) => `grognard.dice.${match}`;
const ownName = (match: string) => `grognard.salt.${match}`;
const pledgeName = (match: string, side: string) => `grognard.pledge.${match}.${side}`;
const withdrawn = 'withdrawn';

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

/**
 * Whether an opened secret is the one promised, and every salt the one that was pledged. One that was not opened is false,
 * unless nothing was played: then the match ended while all waited for it.
 */
export async function verify(match: string, dice: Opened, actions: number): Promise<Verdict> {
  const kept = recall(name(match));
  const noted = kept !== null;
  const bytes = unhex(dice.secret ?? '');
  if (!globalThis.crypto?.subtle) return { kind: 'unknown' };
  if (!bytes) return { kind: 'false', noted };
  const said = await sha256(bytes);
  const promised = kept ?? dice.commitment;
  if (said !== promised.toLowerCase() || dice.commitment !== promised) return { kind: 'false', noted };
  for (const [side, pledge] of Object.entries(dice.pledges)) {
    const pledged = recall(pledgeName(match, side)) ?? pledge;
    if (pledge !== pledged && pledge !== withdrawn) return { kind: 'false', noted };
    const salt = dice.salts[side];
    if (pledge === withdrawn || (salt === undefined && actions <= 1)) continue;
    if ((await digestOf(salt ?? '')) !== pledged) return { kind: 'false', noted };
  }
  return { kind: 'true', noted };
}

type Opened = Pick<NonNullable<MatchInfo['dice']>, 'commitment' | 'secret' | 'salts' | 'pledges'>;

/** Notes what the others have pledged, before ours is opened. */
export function notePledges(match: string, pledges: Record<string, string>): void {
  for (const [side, pledge] of Object.entries(pledges)) {
    if (recall(pledgeName(match, side)) === null) keep(pledgeName(match, side), pledge);
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

const digestOf = (text: string) => sha256(new TextEncoder().encode(text));

/** What this browser adds to the dice of a match, the same on every visit, and what it pledges for it; null where it cannot. */
export async function own(match: string): Promise<{ text: string; pledge: string | null }> {
  const kept = recall(ownName(match));
  const text = kept ?? salt();
  if (kept === null) keep(ownName(match), text);
  // Where nothing is kept, a pledge could not be opened on the next visit.
  const can = globalThis.crypto?.subtle && recall(ownName(match)) === text;
  return { text, pledge: can ? await digestOf(text) : null };
}

/** The match that this browser is about to create; it has no id yet. */
export const toBe = 'new';

/** The rematch of a match, before it is known which that is. */
export const rematchOf = (match: string) => `rematch-of-${match}`;

/** What was pledged for a match before it had an id is what this browser adds to the match that it has become. */
export function becomes(before: string, match: string): void {
  const text = recall(ownName(before));
  if (text !== null && recall(ownName(match)) === null) keep(ownName(match), text);
  keep(ownName(before), null);
}

/** Whether somebody else than the asker and the computer plays: then what is added is pledged first. */
const isBetweenPeople = (match: MatchInfo, yours: string[]) =>
  match.seats.some(({ side, who }) => who !== 'computer' && !yours.includes(side));

/** What is to be asked next of the dice, if anything. */
export function stirring(
  match: MatchInfo,
  yours: string[],
  ours: { text: string; pledge: string | null },
): (Request & { do: 'pledge' | 'salt' }) | null {
  const side = yours[0];
  if (!match.dice?.commitment || side === undefined || match.actions > 0 || match.status === 'over') return null;
  if (match.dice.salts[side] !== undefined) return null;
  const pledged = match.dice.pledges[side];
  if (pledged === undefined) {
    const pledges = ours.pledge !== null && match.status === 'waiting' && isBetweenPeople(match, yours);
    return pledges ? { do: 'pledge', hash: ours.pledge! } : { do: 'salt', text: ours.text };
  }
  return pledged === ours.pledge && match.status === 'playing' ? { do: 'salt', text: ours.text } : null;
}

/** Whether another browser of ours has pledged something that this one does not know: nobody can play before it is opened. */
export function isPledgedElsewhere(match: MatchInfo, yours: string[], pledge: string | null): boolean {
  return yours.some((side) => match.dice?.unopened.includes(side) && match.dice.pledges[side] !== pledge);
}

/** Whether somebody has opened what he pledged: then no pledge can be taken back any more. */
export function isOpening(match: MatchInfo): boolean {
  const { pledges = {}, unopened = [] } = match.dice ?? {};
  return Object.entries(pledges).some(([side, pledge]) => pledge !== withdrawn && !unopened.includes(side));
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
