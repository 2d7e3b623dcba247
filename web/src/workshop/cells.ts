// What is written into the cells of a sheet, as steps of the project: a value, a row that comes, a row that goes.

import { get } from '../lib/api';
import type { Sheet } from '../lib/wire';
import { meant, shown } from './csv';
import { pathOf, type Changed, type Project } from './project.svelte';

type Edit = Record<string, unknown>;

export class Cells {
  constructor(
    readonly project: Project,
    readonly sheet: Sheet,
    /** The same sheet as it is shipped. */
    readonly shipped: Sheet | null,
  ) {}

  placeOf(row: string, column: string): string {
    return column === '' ? row : `${row}.${column}`;
  }

  keyOf(row: string, column: string): string {
    return `value ${this.sheet.file} ${this.placeOf(row, column)}`;
  }

  /** What is shipped in a cell. */
  before(row: string, column: string): unknown {
    const at = this.shipped?.columns.indexOf(column) ?? -1;
    return this.shipped?.rows.find((other) => other.at === row)?.cells[at] ?? null;
  }

  /** Whether it differs from what is shipped. */
  isChanged(row: string, column: string): boolean {
    return isAdded(row) || this.project.entries[this.keyOf(row, column)] !== undefined;
  }

  /** What is told of a cell that differs: what is shipped, and where its own value comes from. */
  told(row: string, column: string): string {
    const change = this.project.changed(this.keyOf(row, column)) ?? (isAdded(row) ? this.project.changed(this.addedKey(row) ?? '') : null);
    if (!change || (isAdded(row) && column !== this.sheet.columns[0])) return '';
    const source = change.source.replace(/^(published|history|reconstruction|rulebook) /, '');
    return isAdded(row) ? `added: ${source}` : `shipped ${shown(this.before(row, column)) || 'nothing'}; now: ${source}`;
  }

  /** The change that a text in a cell means; null where it is what stands there. */
  change(row: string, column: string, text: string, now: unknown, also: Edit = {}): [string, unknown] | { error: string } | null {
    if (shown(now) === text) return null;
    const { source } = this.project;
    const added = this.addedKey(row);
    if (added) {
      const value = meant(text, now);
      const entry = ((also[added] ?? this.project.changed(added)) as Changed).value;
      return 'error' in value ? value : [added, { value: withCell(entry, column, value.value, source), source }];
    }
    const key = this.keyOf(row, column);
    const old = this.before(row, column);
    if (text === shown(old)) return [key, null];
    const value = meant(text, now ?? old);
    return 'error' in value ? value : [key, { value: value.value, source }];
  }

  /** The key under which a row stands that was added: the nth of its list. */
  addedKey(row: string): string | null {
    const [, list, nth] = /^(.*)\+(\d+)$/.exec(row) ?? [];
    if (list === undefined) return null;
    const own = Object.keys(this.project.entries).filter(
      (key) => key.startsWith(`add ${this.sheet.file} `) && key.split(' ').slice(3).join(' ') === list,
    );
    return own.sort()[Number(nth) - 1] ?? null;
  }

  /** What was taken out. */
  get gone(): string[] {
    const isGone = (row: string) => isEntry(row) && this.project.changed(`value ${this.sheet.file} ${row}`)?.value === null;
    return (this.shipped?.rows ?? []).map(({ at }) => at).filter(isGone);
  }

  /** A row like another comes, with some cells otherwise. */
  async add(row: string, otherwise: Record<string, unknown> = {}): Promise<void> {
    const { project, sheet } = this;
    const key = this.addedKey(row);
    let like = key
      ? (structuredClone(project.changed(key)!.value) as Record<string, unknown>)
      : await get<Record<string, unknown>>(pathOf(project.id, `/entry?file=${encodeURIComponent(sheet.file)}&at=${encodeURIComponent(row)}`));
    for (const [column, value] of Object.entries(otherwise)) like = withCell(like, column, value, project.source);
    // Two of the same name cannot be told apart.
    for (const name of ['id', 'name']) if (typeof like[name] === 'string' && !(name in otherwise)) like[name] = `${like[name]}-2`;
    if ('source' in like) like.source = project.source;
    await project.edit({ [`add ${sheet.file} ${this.#number()} ${listOf(row)}`]: { value: like, source: project.source } });
  }

  takeOut(row: string): void {
    const { project, sheet } = this;
    const key = this.addedKey(row);
    if (key) return void project.edit({ [key]: null });
    const whole = `value ${sheet.file} ${row}`;
    const below = Object.keys(project.entries).filter((one) => one.startsWith(`${whole}.`) || one.startsWith(`${whole}[`));
    void project.edit({ ...Object.fromEntries(below.map((one) => [one, null])), [whole]: { value: null, source: project.source } });
  }

  putBack(row: string): void {
    void this.project.edit({ [`value ${this.sheet.file} ${row}`]: null });
  }

  /** Behind all that was added. */
  #number(): string {
    const start = `add ${this.sheet.file} `;
    const numbers = Object.keys(this.project.entries).flatMap((key) => (key.startsWith(start) ? [Number(key.split(' ')[2])] : []));
    return String(Math.max(-1, ...numbers) + 1).padStart(5, '0');
  }
}

/** The list in which a row stands. */
const listOf = (row: string) => row.replace(/(\[[^\]]*\]|\+\d+)$/, '');

export const isAdded = (row: string) => /\+\d+$/.test(row);
/** Whether a row is an entry of a list, which can come and go. */
export const isEntry = (row: string) => row.endsWith(']') || isAdded(row);

/** A list of hexes with one more, or without one that was in it. */
export function toggled(hexes: string, hex: string): string {
  const words = hexes.split(/\s+/).filter((word) => word !== '');
  return (words.includes(hex) ? words.filter((word) => word !== hex) : [...words, hex]).join(' ');
}

/** What a row is called, without the way to it. */
export function nameOf(row: string): string {
  const named = /\[(?:[^=\]]*=)?"?([^\]"]*)"?\]$/.exec(row)?.[1];
  return named ?? (isAdded(row) ? 'new' : row.slice(row.lastIndexOf('.') + 1).replaceAll(/[_-]/g, ' '));
}

/** An added entry with another value in one of its columns. */
function withCell(like: unknown, column: string, value: unknown, source: string): Record<string, unknown> {
  const entry = structuredClone(like) as Record<string, unknown>;
  const path = column.split('.');
  let at: Record<string, unknown> = entry;
  for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
  const last = path.at(-1)!;
  const before = at[last];
  // A value with a source of its own keeps having one.
  if (before !== null && typeof before === 'object' && 'value' in before) at[last] = { value, source };
  else at[last] = value;
  return entry;
}
