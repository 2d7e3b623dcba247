// Tournaments and ratings in words.

import { span } from '../lobby/words';
import type { Appointment, Pairing, TournamentInfo, TournamentKind } from '../lib/wire';

export const kinds: { value: TournamentKind; text: string; note: string }[] = [
  { value: 'swiss', text: 'Swiss', note: 'Those who stand alike meet, as long as there are rounds. Nobody is ever out.' },
  { value: 'round_robin', text: 'Round robin', note: 'Everybody meets everybody.' },
  { value: 'knock_out', text: 'Knock-out', note: 'Who loses is out.' },
];

/** How a tournament is played, in a line. */
export function manner(info: TournamentInfo): string {
  const kind = kinds.find(({ value }) => value === info.kind)?.text ?? info.kind;
  const rounds = info.rounds === null ? '' : `, ${info.rounds} ${info.rounds === 1 ? 'round' : 'rounds'}`;
  return `${kind}${rounds}, ${span(info.round_ms)} a round${info.both_sides ? ', both sides' : ''}${info.rated ? ', rated' : ''}`;
}

/** How far it is, in a line. */
export function progress(info: TournamentInfo): string {
  if (info.status === 'called_off') return 'Called off';
  if (info.status === 'over') return info.winner === null ? 'Over, and nobody has won alone' : `Won by ${info.winner}`;
  if (info.status === 'playing') return `Round ${info.round} of ${info.rounds ?? info.round}`;
  return `${info.players} of ${info.max_players} places taken`;
}

/** Points as they are written: 1, ½, 1½. */
export function points(value: number): string {
  const whole = Math.floor(value);
  const half = value - whole >= 0.5 ? '½' : '';
  return whole === 0 && half !== '' ? half : `${whole}${half}`;
}

/** How a pairing stands: `1½ : ½`, or what it is instead. */
export function score(pairing: Pairing): string {
  const [one, other] = pairing.points;
  if (other === undefined) return 'bye';
  return pairing.done || one !== 0 || other !== 0 ? `${points(one ?? 0)} : ${points(other)}` : 'to be played';
}

/** How long was waited for each side of a match that is not over, in the order of its sides: `, 2 days and 3 hours used`. */
export function timeUsed(one: Appointment): string {
  const used = one.used_ms;
  if (used === null) return '';
  return `, ${Object.keys(one.sides).map((side) => span(used[side] ?? 0)).join(' and ')} used`;
}

/** A rating as it is written: what says little has a question mark. */
export function rating(one: { rating: number; provisional: boolean }): string {
  return `${one.rating}${one.provisional ? '?' : ''}`;
}

/** A number of a form, or nothing where it is empty. */
export function dayOf(text: string, days: number): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const [year, month, day] = text.split('-').map(Number);
  return new Date(year!, month! - 1, day! + days).getTime();
}

/** What is looked for in the archive, as the server is asked; what is empty is left out. */
export function query(sought: Record<string, string | number | boolean | null>): string {
  const given = Object.entries(sought).filter(([, value]) => value !== '' && value !== null && value !== false);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
