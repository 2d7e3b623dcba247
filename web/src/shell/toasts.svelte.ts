// Short notes at the edge of the page: what went wrong, politely, with the clause where one is given.

import { ApiError } from '../lib/api';

export interface Toast {
  id: number;
  kind: 'note' | 'error';
  text: string;
  clauses: { id: string; text: string | null }[];
}

const shown: Toast[] = $state([]);
let last = 0;

/** The notes on the page now. */
export const toasts: readonly Toast[] = shown;

/** Shows a note for a while. The same note is not shown twice at once. */
export function toast(text: string, kind: Toast['kind'] = 'note', clauses: Toast['clauses'] = []): void {
  if (shown.some((other) => other.text === text)) return;
  last += 1;
  const id = last;
  shown.push({ id, kind, text, clauses });
  if (shown.length > 4) shown.shift();
  setTimeout(() => dismiss(id), 5000 + 60 * text.length + 4000 * clauses.length);
}

/** Takes a note away. */
export function dismiss(id: number): void {
  const index = shown.findIndex((candidate) => candidate.id === id);
  if (index >= 0) shown.splice(index, 1);
}

/** Says what went wrong. That the server is gone is said elsewhere, once. */
export function complain(error: unknown): void {
  if (error instanceof ApiError) {
    if (error.kind !== 'unreachable') toast(error.message, 'error', error.clauses);
    return;
  }
  console.error(error);
  toast('Something went wrong in the page. Reloading it may help; the game itself is safe on the server.', 'error');
}
