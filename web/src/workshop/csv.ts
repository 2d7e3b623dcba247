// Rows and columns as spreadsheets write and read them.

/** A table as text, with commas between, and quotes where they are needed. */
export function written(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text as a table: with tabs between, as spreadsheets copy it, or with commas or semicolons. */
export function read(text: string): string[][] {
  const first = text.split('\n', 1)[0] ?? '';
  const between = first.includes('\t') ? '\t' : first.includes(';') && !first.includes(',') ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const end = () => {
    row.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === between) end();
    else if (sign === '\n') {
      end();
      rows.push(row);
      row = [];
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) {
    end();
    rows.push(row);
  }
  return rows.filter((cells) => cells.some((found) => found !== ''));
}

/** A value as it stands in a cell. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What somebody wrote into a cell where a value of this kind stood; an error is a sentence. */
export function meant(text: string, before: unknown): { value: unknown } | { error: string } {
  if (typeof before === 'string' || before === null || before === undefined) {
    const number = /^-?\d+$/.test(text.trim()) && (before === null || before === undefined);
    return { value: number ? Number(text) : text };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === typeof before && Array.isArray(value) === Array.isArray(before) && value !== null) return { value };
  } catch {
    // Said below.
  }
  const kind = typeof before === 'number' ? 'a number' : typeof before === 'boolean' ? 'true or false' : 'a list such as [1, 2]';
  return { error: `Found “${text}”, expected ${kind}.` };
}

/** The sum and the mean of the numbers in a column; null where there are none. */
export function total(values: readonly unknown[]): { count: number; sum: number; mean: number } | null {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((all, number) => all + number, 0);
  return { count: numbers.length, sum, mean: sum / numbers.length };
}
