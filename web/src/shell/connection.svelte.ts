// Whether the server answers. While it does not, it is asked again, less and less often.

import { get, reach } from '../lib/api';

/** `waits` is how many seconds pass before the next try. */
export const connection = $state({ gone: false, waits: 0 });

const first = 2;
const longest = 20;
let timer: ReturnType<typeof setTimeout> | null = null;
let pause = first;

reach.addEventListener('gone', () => {
  connection.gone = true;
  if (timer === null) wait();
});
reach.addEventListener('back', () => {
  connection.gone = false;
  pause = first;
  if (timer !== null) clearTimeout(timer);
  timer = null;
});

function wait(): void {
  connection.waits = pause;
  timer = setTimeout(() => {
    timer = null;
    pause = Math.min(longest, pause * 2);
    again();
  }, pause * 1000);
}

/** Tries now. The request itself tells whether it arrived. */
export function again(): void {
  get('/api/me').catch(() => undefined);
}
