// Moves of one formation are shown together, though others moved between them: where nobody was in another's way, the order in
// which they went made no difference.

import { apply } from '../lib/view';
import type { Change, Piece, Step, View } from '../lib/wire';
import { formationIn, isQuiet, type FormationOf } from './scenes';

/** What may differ between two moves of a turn: whatever else changes begins something new. */
const still: (keyof Change)[] = ['pieces', 'markers', 'boxes', 'tracks', 'facts', 'calendar'];

/**
 * The frames that wait after `shown`, with the last of them brought forward to the last of its own formation. What it overtakes comes
 * after it, and at the end the table is as it was told.
 */
export function gathered(shown: View, waiting: readonly Step[], formationOf: FormationOf): Step[] {
  const to = joins(waiting, formationOf);
  return to === null ? [...waiting] : broughtForward(shown, waiting, to);
}

/** Where the last frame goes: behind the frame of its formation that it can reach; null where it stays. */
function joins(waiting: readonly Step[], formationOf: FormationOf): number | null {
  const last = waiting.at(-1);
  const formation = last && last.events.length > 0 ? formationIn(last, formationOf) : null;
  if (!last || formation === null || !isStill(last)) return null;
  let overtaken = 0;
  for (let at = waiting.length - 2; at >= 0; at -= 1) {
    const frame = waiting[at]!;
    if (frame.side !== last.side || !isStill(frame)) return null;
    if (frame.events.length === 0) continue;
    const [mine, other] = [last.events[0]!.kind, frame.events[0]!.kind];
    if (formationIn(frame, formationOf) === formation && mine === other) return overtaken > 0 ? at + 1 : null;
    if (!isApart(frame, last)) return null;
    overtaken += 1;
  }
  return null;
}

const isStill = (step: Step) =>
  isQuiet(step) && Object.keys(step.change).every((part) => still.includes(part as keyof Change));

/** Whether two moves have neither a hex nor a counter in common. */
function isApart(one: Step, other: Step): boolean {
  const touched = ({ events }: Step) => events.flatMap(({ hexes, pieces }) => [...(hexes ?? []), ...(pieces ?? [])]);
  const known = new Set(touched(one));
  return touched(other).every((thing) => !known.has(thing));
}

function broughtForward(shown: View, waiting: readonly Step[], to: number): Step[] {
  const views = [shown];
  for (const { change } of waiting) views.push(apply(views.at(-1)!, change));
  const end = views.at(-1)!;
  // Who takes a counter up has done nothing yet: he comes with what he does.
  let from = waiting.length - 1;
  while (from > to && waiting[from - 1]!.events.length === 0) from -= 1;
  const order = [...waiting.keys()].slice(to);
  const turned = [...order.slice(from - to), ...order.slice(0, from - to)];
  let view = views[to]!;
  const frames = turned.map((at, place): Step => {
    const frame = waiting[at]!;
    const slot = waiting[to + place]!;
    const isLast = place === turned.length - 1;
    view = isLast ? end : { ...view, pieces: moved(view.pieces, frame, views[at + 1]!) };
    const { actions, clock, decision } = slot;
    return { ...frame, actions, clock, decision, change: isLast ? whole(end) : { pieces: view.pieces } };
  });
  return [...waiting.slice(0, to), ...frames];
}

/** The counters, with those that a frame tells of as they were after it. */
function moved(pieces: Piece[], { events }: Step, after: View): Piece[] {
  const named = new Set(events.flatMap((event) => event.pieces ?? []));
  const isNamed = ({ id }: Piece) => id !== undefined && named.has(id);
  return [...pieces.filter((piece) => !isNamed(piece)), ...after.pieces.filter(isNamed)];
}

function whole({ pieces, markers, boxes, tracks, facts, calendar }: View): Change {
  return { pieces, markers, boxes, tracks, facts, ...(calendar ? { calendar } : {}) };
}
