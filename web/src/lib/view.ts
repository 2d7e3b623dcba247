// A view and what changed in it.

import type { Change, View } from './wire';

/** The view after a change. What did not change is the same object as before. */
export function apply(view: View, change: Change): View {
  const next: View = { ...view };
  if (change.turn !== undefined) next.turn = change.turn;
  if (change.phase !== undefined) next.phase = change.phase;
  if (change.to_choose !== undefined) next.to_choose = change.to_choose;
  if (change.result === null) delete next.result;
  else if (change.result !== undefined) next.result = change.result;
  if (change.pieces) next.pieces = relisted(view.pieces, change.pieces);
  if (change.markers) next.markers = relisted(view.markers, change.markers);
  if (change.boxes) next.boxes = relisted(view.boxes, change.boxes);
  if (change.tracks) next.tracks = relisted(view.tracks, change.tracks);
  if (change.facts) next.facts = relisted(view.facts, change.facts);
  if (change.calendar) next.calendar = relisted(view.calendar ?? [], change.calendar);
  return next;
}

/** A part of a list that has changed: a run of old entries, or a new one. */
type Edit<T> = [from: number, to: number] | T;

/** Entries are objects, runs are pairs of numbers. */
function relisted<T extends object>(old: T[], change: Edit<T>[]): T[] {
  return change.flatMap((part) => (Array.isArray(part) ? old.slice(part[0], part[1]) : [part]));
}
