// What is left on a clock that was true a while ago.

import type { Clock } from '../lib/wire';

export interface TimeLeft {
  ms: number;
  runs: boolean;
}

/** The time of one side, `passed` milliseconds after the server told the clock: grace goes first, then the bank. */
export function timeLeft(clock: Clock, index: 0 | 1, side: string, passed: number): TimeLeft {
  const bank = clock.bank_ms[index];
  if (clock.runs !== side) return { ms: bank, runs: false };
  const beyond = Math.max(0, passed - clock.grace_ms);
  return { ms: Math.max(0, bank - beyond) + Math.max(0, clock.grace_ms - passed), runs: true };
}

/** `2 d 3 h`, `1:05:09` or `4:07`. */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
