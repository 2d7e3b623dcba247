// The sign in a counter's box: a drawn symbol where the word is known, else its initials.

import symbols from 'virtual:symbols';

export type Sign = { line: string; solid: string; letters?: undefined } | { letters: string };

/** Words that counters write out. */
const written: Record<string, string> = { headquarters: 'HQ', hq: 'HQ' };

/** The sign of a kind of counter. */
export function sign(kind: string): Sign {
  const word = kind.toLowerCase().replaceAll(' ', '-');
  const letters = written[word];
  if (letters) return { letters };
  return symbols.drawn[symbols.also[word] ?? word] ?? { letters: initials(kind) };
}

/** Up to three capitals: of each word, or of the only one. */
export function initials(words: string): string {
  const parts = words.split(/[\s_-]+/).filter((part) => part !== '');
  const letters = parts.length > 1 ? parts.map((part) => part[0]).join('') : words.slice(0, 2);
  return letters.slice(0, 3).toUpperCase() || '?';
}

const sizes: Record<string, string> = {
  team: 'Ø',
  squad: '•',
  section: '••',
  platoon: '•••',
  company: 'I',
  battery: 'I',
  squadron: 'I',
  battalion: 'II',
  regiment: 'III',
  brigade: 'X',
  division: 'XX',
  corps: 'XXX',
  army: 'XXXX',
  'army-group': 'XXXXX',
};

/** The marks above the box. */
export function sizeMarks(size: string | undefined): string {
  return size === undefined ? '' : (sizes[size] ?? '');
}
