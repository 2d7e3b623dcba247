// The log folded: by phase, and what several units did alike told in one sentence.

import type { EventKind, GameInfo, LogEvent, View } from '../lib/wire';

/** What belongs together in the log: one event, or several of a kind under one sentence. */
export interface Entry {
  /** The place of its first event in the log: by it an entry is known when the log grows. */
  at: number;
  text: string;
  events: LogEvent[];
}

/** A phase with what happened in it; the first may be without its head. */
export interface Chapter {
  at: number;
  head: LogEvent | null;
  entries: Entry[];
}

/** What several units do, by the kind of event. */
const deeds: Partial<Record<EventKind, string>> = {
  'set-up': 'are set up',
  reinforcement: 'come in',
  move: 'move',
  rail: 'go by rail',
  advance: 'advance',
  retreat: 'retreat',
  pursuit: 'pursue',
  exit: 'leave the map',
  detachment: 'break down or are put together',
  recovery: 'try to recover',
  supply: 'have their supply changed',
};

/** So many alike are folded, though they end in different hexes. */
const many = 4;

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** The log, phase by phase; `first` is the place of its first event. */
export function chapters(events: LogEvent[], who: (events: LogEvent[]) => string, first = 0): Chapter[] {
  const found: Chapter[] = [];
  let chapter: Chapter | null = null;
  let run: { at: number; events: LogEvent[] } | null = null;
  const close = () => {
    if (run && chapter) chapter.entries.push(...folded(run.events, run.at, who));
    run = null;
  };
  for (const [index, event] of events.entries()) {
    const at = first + index;
    if (event.kind === 'phase' || chapter === null) {
      close();
      chapter = { at, head: event.kind === 'phase' ? event : null, entries: [] };
      found.push(chapter);
      if (event.kind === 'phase') continue;
    }
    const last: LogEvent | undefined = run?.events.at(-1);
    if (run && last && alike(last, event)) run.events.push(event);
    else {
      close();
      run = { at, events: [event] };
    }
  }
  close();
  return found;
}

/** Whether two events, one after the other, tell the same of two units. */
function alike(one: LogEvent, other: LogEvent): boolean {
  if (one.text === other.text && one.kind === other.kind) return true;
  // Dice that only draw who is set up where decide nothing.
  const told = [one, other].every(
    ({ kind, losses, rolls }) => deeds[kind] && !losses?.length && (kind === 'set-up' || !rolls?.length),
  );
  return told && one.kind === other.kind && one.side === other.side;
}

/** A run of events alike as entries: one for all that ended in the same hex, or for all if there are many. */
function folded(run: LogEvent[], at: number, who: (events: LogEvent[]) => string): Entry[] {
  if (run.length > 1 && run.every(({ text }) => text === run[0]!.text)) {
    return [{ at, text: `${run[0]!.text.replace(/\.$/, '')}, ${times(run.length)}.`, events: run }];
  }
  if (run.length >= many && !sameEnd(run)) return [{ at, text: sentence(run, who), events: run }];
  const entries: Entry[] = [];
  for (let from = 0; from < run.length; ) {
    let to = from + 1;
    while (to < run.length && sameEnd(run.slice(from, to + 1))) to += 1;
    const part = run.slice(from, to);
    entries.push({ at: at + from, text: part.length > 1 ? sentence(part, who) : part[0]!.text, events: part });
    from = to;
  }
  return entries;
}

const times = (count: number) => (count === 2 ? 'twice' : `${(words[count] ?? `${count}`).toLowerCase()} times`);

const endOf = ({ hexes }: LogEvent) => hexes?.at(-1);

function sameEnd(events: LogEvent[]): boolean {
  return endOf(events[0]!) !== undefined && events.every((event) => endOf(event) === endOf(events[0]!));
}

function sentence(events: LogEvent[], who: (events: LogEvent[]) => string): string {
  const named = events.flatMap(({ pieces }) => pieces ?? []);
  const count = events.every(({ pieces }) => (pieces?.length ?? 0) > 0) ? new Set(named).size : events.length;
  const [kind, end] = [events[0]!.kind, sameEnd(events) ? endOf(events[0]!) : undefined];
  const where = end === undefined ? '' : ` ${kind === 'set-up' || kind === 'reinforcement' ? 'in' : 'to'} ${end}`;
  const [units, deed] = count === 1 ? ['unit', ofOne(deeds[kind]!)] : ['units', deeds[kind]];
  return `${words[count] ?? count} ${[who(events), units].filter(Boolean).join(' ')} ${deed}${where}.`;
}

/** What one unit does: `retreats`, where several `retreat`. */
function ofOne(deed: string): string {
  const [verb, ...rest] = deed.split(' or ', 1)[0]!.split(' ');
  const irregular: Record<string, string> = { are: 'is', have: 'has', go: 'goes', try: 'tries' };
  return [irregular[verb!] ?? `${verb}s`, ...rest].join(' ').replace('their', 'its');
}

/** Whose units they are: of one nation, or of one side. */
export function ownerIn(game: GameInfo, view: View | null): (events: LogEvent[]) => string {
  return (events) => {
    const nation = new Map((view?.pieces ?? []).map(({ id, nation }) => [id, nation]));
    const nations = new Set(events.flatMap(({ pieces }) => pieces ?? []).map((piece) => nation.get(piece)));
    const only = nations.size === 1 ? [...nations][0] : undefined;
    const known = game.nations.find(({ id }) => id === only) ?? game.sides.find(({ id }) => id === events[0]?.side);
    return known?.title ?? '';
  };
}
