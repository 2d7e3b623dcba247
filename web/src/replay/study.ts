// A study: a record with notes, bookmarks and variations, as text (`engine::study` says how it is written). The record is never
// touched; everything here is about what follows it. Branch 0 is the game itself, variations are counted from 1.

/** Something that is said about a place of a game; a bookmark names the place. */
export interface Note {
  bookmark: boolean;
  branch: number;
  after: number;
  text: string;
}

/** Another way that the game could have taken, from a branch after so many actions. */
export interface Variation {
  of: number;
  after: number;
  title: string;
  /** Its actions as a record writes them: `us fire 2628 [d6=3]`. */
  lines: string[];
  /** How the game ends by it, if it does. */
  result: string | null;
}

export interface Study {
  title: string;
  notes: Note[];
  variations: Variation[];
}

/** How a study comes to a link: to a new one, to its own, or to its own whatever stands there by now. */
export type Sharing = 'new' | 'change' | 'over';

const begin = 'grognard study 1';

export const nothing: Study = { title: '', notes: [], variations: [] };

/** A text as the record, word for word, and what is written to it. The server says what is wrong with either. */
export function read(text: string): { record: string; study: Study } {
  const found = new RegExp(`^${begin}\\r?$`, 'm').exec(text);
  if (!found) return { record: text, study: nothing };
  const study: Study = { title: '', notes: [], variations: [] };
  let more: ((line: string) => void) | null = null;
  for (const line of text.slice(found.index).split(/\r?\n/).slice(1)) {
    if (line.startsWith('  ')) more?.(line.slice(2));
    else more = take(study, line) ?? (line === '' ? more : null);
  }
  return { record: text.slice(0, found.index), study };
}

/** Takes a line in; what takes those that go on with it. */
function take(study: Study, line: string): ((line: string) => void) | null {
  const [, heading, text] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
  const note = /^(note|bookmark) (\d+) after (\d+)$/.exec(heading ?? '');
  const variation = /^variation \d+ of (\d+) after (\d+)$/.exec(heading ?? '');
  const action = /^\d+\.(\d+|end) (.+)$/.exec(line);
  if (action) {
    const last = study.variations.at(-1);
    if (action[1] === 'end') {
      if (last) last.result = action[2]!;
    } else last?.lines.push(action[2]!);
  } else if (note) {
    const one: Note = { bookmark: note[1] === 'bookmark', branch: Number(note[2]), after: Number(note[3]), text: text! };
    study.notes.push(one);
    return (line) => (one.text += `\n${line}`);
  } else if (variation) {
    const one: Variation = { of: Number(variation[1]), after: Number(variation[2]), title: text!, lines: [], result: null };
    study.variations.push(one);
    return (line) => (one.title += `\n${line}`);
  } else if (heading === 'title') {
    study.title = text!;
    return (line) => (study.title += `\n${line}`);
  }
  return null;
}

const indented = (text: string) => text.split('\n').join('\n  ');

/** What follows the record; nothing where there is nothing to say. */
export function written(study: Study): string {
  const { title, notes, variations } = study;
  if (title === '' && notes.length === 0 && variations.length === 0) return '';
  const noted = (branch: number) =>
    notes
      .filter((note) => note.branch === branch)
      .sort((one, other) => one.after - other.after)
      .map(({ bookmark, after, text }) => `${bookmark ? 'bookmark' : 'note'} ${branch} after ${after}: ${indented(text)}`);
  const branches = variations.flatMap(({ of, after, title, lines, result }, index) => [
    `variation ${index + 1} of ${of} after ${after}: ${indented(title)}`,
    ...lines.map((line, place) => `${index + 1}.${after + place + 1} ${line}`),
    ...(result === null ? [] : [`${index + 1}.end ${result}`]),
    ...noted(index + 1),
  ]);
  return [begin, ...(title === '' ? [] : [`title: ${indented(title)}`]), ...noted(0), ...branches, ''].join('\n');
}

/** The branches that lead to the end of one, each with the number of actions after which it is left. */
export function way(study: Study, branch: number): { branch: number; until: number }[] {
  const found = [{ branch, until: Infinity }];
  for (let next = study.variations[branch - 1]; next; next = study.variations[next.of - 1]) {
    found.unshift({ branch: next.of, until: next.after });
  }
  return found;
}

/** The branch to which a place belongs that is seen in a branch. */
export function home(study: Study, branch: number, at: number): number {
  return way(study, branch).find(({ until }) => at <= until)?.branch ?? branch;
}

/** What is said of a place that is seen in a branch. */
export function notesAt(study: Study, branch: number, at: number): Note[] {
  const here = way(study, branch).filter(({ until }) => at <= until);
  return study.notes.filter((note) => note.after === at && here.some((one) => one.branch === note.branch));
}

/** The study with something said of a place, or with nothing said of it any more. */
export function noted(study: Study, note: Note): Study {
  const is = (one: Note) => one.branch === note.branch && one.after === note.after && one.bookmark === note.bookmark;
  const others = study.notes.filter((one) => !is(one));
  const text = note.text.trim();
  return { ...study, notes: text === '' ? others : [...others, { ...note, text }] };
}

/** The study with an action that was tried after so many actions of a branch, and the branch to which it leads: where it is a new one, its
 * title is what was done, in words. */
export function tried(
  study: Study,
  at: { branch: number; after: number },
  line: string,
  result: string | null,
  words: string,
): { study: Study; branch: number } {
  const own = study.variations[at.branch - 1];
  if (own && own.after + own.lines.length === at.after && own.result === null) {
    const longer = { ...own, lines: [...own.lines, line], result };
    return { study: { ...study, variations: study.variations.with(at.branch - 1, longer) }, branch: at.branch };
  }
  const of = home(study, at.branch, at.after);
  const known = study.variations.findIndex((one) => one.of === of && one.after === at.after && one.lines[0] === line);
  if (known >= 0) return { study, branch: known + 1 };
  const variation: Variation = { of, after: at.after, title: words, lines: [line], result };
  return { study: { ...study, variations: [...study.variations, variation] }, branch: study.variations.length + 1 };
}

/** The study without a variation and all that leaves it. */
export function without(study: Study, branch: number): Study {
  const gone = new Set([branch]);
  study.variations.forEach((variation, index) => gone.has(variation.of) && gone.add(index + 1));
  const kept = study.variations.map((_, index) => index + 1).filter((number) => !gone.has(number));
  const now = (before: number) => (before === 0 ? 0 : kept.indexOf(before) + 1);
  return {
    ...study,
    notes: study.notes.filter((note) => !gone.has(note.branch)).map((note) => ({ ...note, branch: now(note.branch) })),
    variations: kept.map((number) => ({ ...study.variations[number - 1]!, of: now(study.variations[number - 1]!.of) })),
  };
}

/** The actions of a record as a study writes them. */
export function actionsOf(record: string): string[] {
  return record.split(/\r?\n/).flatMap((line) => /^\d+ (.+) #[0-9a-f]+$/.exec(line)?.[1] ?? []);
}

/** How a record says that the game ended. */
export function resultOf(record: string): string | null {
  return /^end (.+) after \d+ actions #[0-9a-f]+$/m.exec(record)?.[1] ?? null;
}

/** What is the same however it was rolled: by the seed, or laid down by hand. */
const plain = (line: string) => line.replace(/ \[(?:again \d+ )?(?:forced )?/, ' [');

/** The study with another record of the same game as a variation: what was played on from a moment of it. */
export function joined(study: Study, record: string, other: string): { study: Study; branch: number } | null {
  const [own, theirs] = [actionsOf(record), actionsOf(other)];
  const parts = theirs.findIndex((line, index) => own[index] === undefined || plain(line) !== plain(own[index]!));
  if (parts < 0) return null;
  // Their dice come from another seed: to this record they were laid down.
  const lines = theirs.slice(parts).map((line) => plain(line).replace(/ \[(?=d\d)/, ' [forced '));
  const variation: Variation = { of: 0, after: parts, title: '', lines, result: resultOf(other) };
  return { study: { ...study, variations: [...study.variations, variation] }, branch: study.variations.length + 1 };
}

/** The variations as a tree, in the order in which they leave the game, with how deep each is. */
export function tree(study: Study): { branch: number; depth: number; variation: Variation }[] {
  const below = (of: number, depth: number): { branch: number; depth: number; variation: Variation }[] =>
    study.variations
      .map((variation, index) => ({ branch: index + 1, depth, variation }))
      .filter(({ variation }) => variation.of === of)
      .sort((one, other) => one.variation.after - other.variation.after)
      .flatMap((one) => [one, ...below(one.branch, depth + 1)]);
  return below(0, 0);
}
