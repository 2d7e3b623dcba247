// What this browser keeps between visits. Storage may be forbidden or full; the page then works without a memory.

/** Keeps a text under a name; null forgets it. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    return;
  }
}

/** The text kept under a name. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
