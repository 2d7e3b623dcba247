import { afterEach, expect, it, vi } from 'vitest';
import type { MatchInfo } from '../lib/wire';
import { Listing } from './listing.svelte';
import { isOthers } from './words';

const page = (ids: string, next: string | null) => ({ matches: [...ids].map((id) => ({ id }) as MatchInfo), next });
const ids = (listing: Listing) => listing.matches.map((match) => match.id).join('');

function serve(pages: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(pages[path])));
}
afterEach(() => vi.unstubAllGlobals());

it('a list goes on page by page and stays when its head is fetched anew', async () => {
  const listing = new Listing('finished');
  serve({ '/api/matches?list=finished': page('abc', 'c&1'), '/api/matches?list=finished&before=c%261': page('cde', null) });
  await listing.refresh();
  expect([ids(listing), listing.next, listing.loaded]).toEqual(['abc', 'c&1', true]);
  await listing.more();
  expect([ids(listing), listing.next]).toEqual(['abcde', null]);

  serve({ '/api/matches?list=finished': page('xab', 'b') });
  await listing.refresh();
  expect([ids(listing), listing.next]).toEqual(['xabcde', null]);
});

it('a list that fits one page drops what is no longer there', async () => {
  const listing = new Listing('open');
  serve({ '/api/matches?list=open': page('abc', null) });
  await listing.refresh();
  serve({ '/api/matches?list=open': page('b', null) });
  await listing.refresh();
  expect(ids(listing)).toBe('b');
});

it('what is played by others leaves out what stands among my games', async () => {
  const of = (id: string, yours: boolean) => ({ id, seats: [{ yours }, { yours: false }] }) as MatchInfo;
  const listing = new Listing('live', isOthers);
  serve({ '/api/matches?list=live': { matches: [of('a', true), of('b', false)], next: null } });
  await listing.refresh();
  expect(ids(listing)).toBe('b');
});
