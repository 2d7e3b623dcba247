// A record the player brought along. It stays in this tab: reloading the replay finds it again.

const key = 'grognard.record';
/** The server takes no larger ones. */
const largest = 2 * 1024 * 1024;

let held: string | null = null;

/** Keeps a record for the replay. Throws a sentence for the player where it cannot be one. */
export async function take(file: File): Promise<void> {
  if (file.size > largest) throw new Error('That file is too large to be a record.');
  const text = await file.text();
  if (text.trim() === '') throw new Error('That file is empty.');
  hold(text);
}

/** Keeps a record, with what was written to it since. */
export function hold(text: string): void {
  held = text;
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Kept in memory alone.
  }
}

/** The record brought along, if any. */
export function uploaded(): string | null {
  try {
    held ??= sessionStorage.getItem(key);
  } catch {
    return held;
  }
  return held;
}

/** Puts the record away. */
export function putAway(): void {
  held = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    return;
  }
}

/** The game and the scenario that a record says it is of, if it says so. */
export function playedIn(record: string): { game: string; scenario: string } | null {
  const said = (what: string) => new RegExp(`^${what}: (\\S+)$`, 'm').exec(record.slice(0, 2000))?.[1];
  const [game, scenario] = [said('game'), said('scenario')];
  return game !== undefined && scenario !== undefined ? { game, scenario } : null;
}
