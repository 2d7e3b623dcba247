// The page's addresses. One History-API router: plain links work, the back button works, nothing else is known here.

import { keep, recall } from './memory';

/** The parts of the club: company for the long run. */
export type CompanyPart = 'tournaments' | 'ratings' | 'archive';

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string | null; scenario: string | null }
  | { page: 'game'; game: string; clause: string | null }
  | { page: 'college'; game: string }
  | { page: 'match'; id: string }
  | { page: 'replay'; id: string | null; at: number | null; see: string | null }
  | { page: 'study'; id: string; at: number | null; see: string | null }
  | { page: 'account' }
  | { page: 'company'; part: CompanyPart; id: string | null }
  | { page: 'workshop'; id: string | null; from: { match: string; after: number | null } | null }
  | { page: 'missing'; path: string };

/** What an address shows. */
export function parse(url: URL): Route {
  const parts = url.pathname.split('/').filter((part) => part !== '').map(decoded);
  const [first, second] = parts;
  if (parts.length === 0) return { page: 'lobby' };
  if (parts.length === 1 && first === 'new') {
    return { page: 'new', game: url.searchParams.get('game'), scenario: url.searchParams.get('scenario') };
  }
  if (parts.length === 1 && first === 'account') return { page: 'account' };
  if (parts.length <= 2 && first === 'tournaments') return { page: 'company', part: first, id: second ?? null };
  if (parts.length === 1 && (first === 'ratings' || first === 'archive')) return { page: 'company', part: first, id: null };
  if (parts.length === 2 && first === 'games' && second) {
    return { page: 'game', game: second, clause: url.searchParams.get('clause') };
  }
  if (parts.length === 3 && first === 'games' && second && parts[2] === 'college') return { page: 'college', game: second };
  if (parts.length === 2 && first === 'm' && second) return { page: 'match', id: second };
  if (parts.length <= 2 && first === 'replay') {
    return { page: 'replay', id: second ?? null, at: count(url.searchParams.get('at')), see: url.searchParams.get('see') };
  }
  if (parts.length === 2 && first === 'study' && second) {
    return { page: 'study', id: second, at: count(url.searchParams.get('at')), see: url.searchParams.get('see') };
  }
  if (parts.length <= 2 && first === 'workshop') {
    const match = url.searchParams.get('from');
    return { page: 'workshop', id: second ?? null, from: match === null ? null : { match, after: count(url.searchParams.get('at')) } };
  }
  return { page: 'missing', path: url.pathname };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const moves = new EventTarget();

/** Goes to an address of the page; `replace` leaves no trace for the back button. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else {
    history.pushState(null, '', path);
    scrollTo(0, 0);
  }
  moves.dispatchEvent(new Event('move'));
}

/** Writes an address into the bar without going anywhere. */
export function rewrite(path: string): void {
  history.replaceState(null, '', path);
}

/** Calls `told` with the route now and after every move, until the returned function is called. */
export function follow(told: (route: Route, fragment: string) => void): () => void {
  const tell = () => told(parse(new URL(location.href)), location.hash.slice(1));
  const click = (event: MouseEvent) => {
    const path = inside(event);
    if (path === null) return;
    event.preventDefault();
    go(path);
  };
  moves.addEventListener('move', tell);
  addEventListener('popstate', tell);
  document.addEventListener('click', click);
  tell();
  return () => {
    moves.removeEventListener('move', tell);
    removeEventListener('popstate', tell);
    document.removeEventListener('click', click);
  };
}

/** The address that a click on a link goes to, where it is one of the page's own. */
function inside(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (link.pathname.startsWith('/api/')) return null;
  return link.pathname + link.search + link.hash;
}

// ---- the links that hold seats -----------------------------------------------------------------------------------

const tokenKey = (match: string) => `grognard.token.${match}`;
const linksKey = (match: string) => `grognard.links.${match}`;

/** Keeps the token of a seat that came with an address, or gives the one kept before. */
export function seatToken(match: string, fragment: string): string | undefined {
  const token = /^[A-Za-z0-9_-]{8,200}$/.test(fragment) ? fragment : null;
  if (token) keep(tokenKey(match), token);
  return token ?? recall(tokenKey(match)) ?? undefined;
}

/** Keeps the links of a match just created, by side, so that they can be shown again. */
export function keepLinks(match: string, links: Record<string, string>): void {
  const whole = Object.entries(links).map(([side, link]) => [side, new URL(link, location.href).href]);
  if (whole.length > 0) keep(linksKey(match), JSON.stringify(Object.fromEntries(whole)));
}

/** The links kept for a match, by side. */
export function keptLinks(match: string): Record<string, string> {
  try {
    return JSON.parse(recall(linksKey(match)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
