// Looking something up in a rulebook.

import type { ClauseText } from '../lib/wire';

export interface Chapter {
  /** By its number and title: `10. Fire`. */
  title: string;
  clauses: ClauseText[];
}

/** The words of a question, in lower case. */
export function wordsOf(question: string): string[] {
  return question.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

/** The clauses in which every word occurs: in the text, as the kind, or as the beginning of the number. */
export function find(clauses: Iterable<ClauseText>, question: string): ClauseText[] {
  const words = wordsOf(question).map((word) => ({ word, inText: new RegExp(pattern([word]), 'iu') }));
  return [...clauses].filter((clause) =>
    words.every(({ word, inText }) => beginsNumber(clause.id, word) || (clause.name !== clause.id && inText.test(clause.name)) || clause.kind === word || inText.test(clause.text)),
  );
}

/** Matches one of the words where a word begins: `of` is not in LOF. */
function pattern(words: string[]): string {
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(escaped);
  return `(?<![\\p{L}\\p{N}])(${longestFirst.join('|')})`;
}

/** Whether a word is the beginning of a clause's number that ends where a part of it ends: 1 begins 1.2a, not 10.3. */
function beginsNumber(id: string, word: string): boolean {
  const number = id.toLowerCase();
  if (!number.startsWith(word)) return false;
  const next = number.charAt(word.length);
  return !(/\d$/.test(word) && /\d/.test(next));
}

/** A text in pieces, those marked that are one of the words. */
export function marked(text: string, words: string[]): { text: string; hit: boolean }[] {
  if (words.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(pattern(words), 'giu'))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Clauses by chapter, in the book's order. */
export function chapters(clauses: Iterable<ClauseText>): Chapter[] {
  const byTitle = new Map<string, ClauseText[]>();
  for (const clause of clauses) {
    const chapter = byTitle.get(clause.chapter);
    if (chapter) chapter.push(clause);
    else byTitle.set(clause.chapter, [clause]);
  }
  return [...byTitle].map(([title, held]) => ({ title, clauses: held }));
}
