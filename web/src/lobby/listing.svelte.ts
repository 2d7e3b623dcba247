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

  constructor(name: ListName) {
    this.#name = name;
  }

  /** Fetches the first page anew; pages fetched before stay below it. */
  async refresh(): Promise<void> {
    const page = await get<MatchList>(`/api/matches?list=${this.#name}`);
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
    const page = await get<MatchList>(`/api/matches?list=${this.#name}&before=${encodeURIComponent(this.next)}`);
    const known = new Set(this.matches.map((match) => match.id));
    this.matches = [...this.matches, ...page.matches.filter((match) => !known.has(match.id))];
    this.next = page.next;
  }
}
