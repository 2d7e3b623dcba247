// One list of matches, page by page.

import { get } from '../lib/api';
import type { MatchInfo, MatchList } from '../lib/wire';

export type ListName = 'open' | 'mine' | 'archived' | 'live' | 'finished';

export class Listing {
  matches: MatchInfo[] = $state([]);
  /** Where the next page begins; null when there is none. */
  next: string | null = $state(null);
  loaded = $state(false);
  readonly #name: ListName;
  readonly #keeps: (match: MatchInfo) => boolean;

  /** `keeps` says what of the list is wanted. */
  constructor(name: ListName, keeps: (match: MatchInfo) => boolean = () => true) {
    this.#name = name;
    this.#keeps = keeps;
  }

  async #page(before = ''): Promise<MatchList> {
    const page = await get<MatchList>(`/api/matches?list=${this.#name}${before}`);
    return { ...page, matches: page.matches.filter(this.#keeps) };
  }

  /** Fetches the first page anew; pages fetched before stay below it. */
  async refresh(): Promise<void> {
    const page = await this.#page();
    const fresh = new Set(page.matches.map((match) => match.id));
    const paged = this.matches.length > page.matches.length && page.next !== null;
    if (paged) {
      this.matches = [...page.matches, ...this.matches.filter((match) => !fresh.has(match.id))];
    } else {
      this.matches = page.matches;
      this.next = page.next;
    }
    this.loaded = true;
  }

  /** Forgets what was fetched and fetches the first page: something has left the list. */
  async again(): Promise<void> {
    this.matches = [];
    await this.refresh();
  }

  /** Fetches the next page. */
  async more(): Promise<void> {
    if (this.next === null) return;
    const page = await this.#page(`&before=${encodeURIComponent(this.next)}`);
    const known = new Set(this.matches.map((match) => match.id));
    this.matches = [...this.matches, ...page.matches.filter((match) => !known.has(match.id))];
    this.next = page.next;
  }
}
