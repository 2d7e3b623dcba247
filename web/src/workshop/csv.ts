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

/** A value as it stands in a cell: a list of numbers or of plain words with commas between, what else there is as data have it. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isList(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether it is a list whose parts are found again between commas. */
function isList(value: unknown): value is (number | string)[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((part) => typeof part === 'number') || value.every(isPlain);
}

/** A word, or a few, without what parts a list. */
const isPlain = (value: unknown) => typeof value === 'string' && value !== '' && !/[,"[\]\n]/.test(value) && value.trim() === value;

/** A list that is written with commas between, of the kind that stood there. */
function listed(text: string, before: unknown[]): unknown[] | null {
  const words = text.split(',').map((word) => word.trim());
  if (before.every((value) => typeof value === 'string')) return words.every(isPlain) ? words : null;
  const isNumber = (word: string) => /^-?\d+(\.\d+)?$/.test(word);
  return before.every((value) => typeof value === 'number') && words.every(isNumber) ? words.map(Number) : null;
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
  const list = Array.isArray(before) && before.length > 0 && !text.trim().startsWith('[') ? listed(text, before) : null;
  if (list) return { value: list };
  const kind = typeof before === 'number' ? 'a number' : typeof before === 'boolean' ? 'true or false' : 'a list such as 1, 2';
  return { error: `Found “${text}”, expected ${kind}.` };
}

/** The sum and the mean of the numbers in a column; null where there are none. */
export function total(values: readonly unknown[]): { count: number; sum: number; mean: number } | null {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((all, number) => all + number, 0);
  return { count: numbers.length, sum, mean: sum / numbers.length };
}

/** A table that stands in one value: its cells by line, and the value that other cells make of it. */
export interface Grid {
  cells: string[][];
  value: (cells: string[][]) => unknown;
}

/** The table that stands in a value, if one does: a list of lists, or lines of words as many as the other lines have. */
export function grid(value: unknown): Grid | null {
  if (!Array.isArray(value) || value.length < 2) return null;
  if (value.every((line): line is unknown[] => Array.isArray(line) && line.length > 0 && line.every((cell) => typeof cell !== 'object'))) {
    const back = (cells: string[][]) =>
      cells.map((line, row) => line.map((text, column) => (typeof value[row]?.[column] === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)));
    return { cells: value.map((line) => line.map(shown)), value: back };
  }
  if (!value.every((line): line is string => typeof line === 'string')) return null;
  const cells = value.map((line) => line.trim().split(/\s+/));
  if (cells[0]!.length < 2 || cells.some((line) => line.length !== cells[0]!.length)) return null;
  // As it was written: each column as wide as its longest word.
  const lines = (rows: string[][]) => {
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((line) => line[column]!.length)));
    return rows.map((line) => line.map((word, column) => word.padEnd(widths[column]!)).join(' ').trimEnd());
  };
  return { cells, value: lines };
}

/** Where a table is printed on a chart: the first of the lines that say the same, cell by cell. */
export function printedAt(cells: readonly (readonly string[])[], lines: readonly { cells: { code: string }[] }[]): number {
  const same = (from: number) =>
    cells.every((line, row) => line.length === lines[from + row]?.cells.length && line.every((text, at) => text === lines[from + row]!.cells[at]!.code));
  for (let from = 0; from + cells.length <= lines.length; from += 1) if (same(from)) return from;
  return -1;
}
