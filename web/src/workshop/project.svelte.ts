// A project that is worked on: what stands under its keys, what does not fit, and the steps that are sent to the server,
// which keeps them before it answers.

import { get, send } from '../lib/api';
import { complain } from '../shell/toasts.svelte';
import type { Misfit, ProjectState } from '../lib/wire';

/** What stands under a key that is about a place of the data. */
export interface Changed {
  value: unknown;
  source: string;
}

/** A battle as it is laid out. */
export interface Draft {
  title: string;
  about: string;
  source: string;
  position: Position;
}

/** A position as the rules read it. */
export interface Position {
  scenario?: string;
  options?: string[];
  turn?: number;
  phase?: string;
  pieces?: Placed[];
  marks?: Record<string, string>;
}

/** A counter that is placed. */
export interface Placed {
  piece: string;
  hex?: string;
  second_hex?: string;
  place?: string;
  facing?: string;
  steps?: number;
  marks?: string[];
}

/** Where what is changed comes from, as people say it. */
export const sources = [
  { id: 'copy', text: 'From my copy of the game', source: 'published my copy of the game' },
  { id: 'history', text: 'History', source: 'history what I know of it' },
  { id: 'mine', text: 'Mine', source: 'reconstruction mine' },
] as const;

/** Where the keys of a project are asked for. */
export const pathOf = (id: string, rest = '') => `/api/workshop/${encodeURIComponent(id)}${rest}`;

export class Project {
  readonly id: string;
  game = $state('');
  revision = $state(0);
  undo = $state(0);
  redo = $state(0);
  problems: Misfit[] = $state.raw([]);
  warnings: Misfit[] = $state.raw([]);
  entries: Record<string, unknown> = $state.raw({});
  busy = $state(false);
  /** Where what is changed next comes from. */
  source: string = $state(sources[0].source);
  /** Steps go out one after the other, in the order in which they were done. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
  }

  async load(): Promise<void> {
    this.#take(await get<ProjectState>(pathOf(this.id)), true);
  }

  /** Does a step: what stands under some keys from now on; null is what is shipped. */
  edit(set: Record<string, unknown>): Promise<void> {
    return this.#step('/edit', { set });
  }

  takeBack(): Promise<void> {
    return this.#step('/undo');
  }

  doAgain(): Promise<void> {
    return this.#step('/redo');
  }

  /** The value under a key that is about a place of the data. */
  changed(key: string): Changed | null {
    return (this.entries[key] as Changed | undefined) ?? null;
  }

  text(key: string): string {
    const value = this.entries[key];
    return typeof value === 'string' ? value : '';
  }

  /** The battles by id. */
  get battles(): [string, Draft][] {
    return Object.entries(this.entries).flatMap(([key, value]) =>
      key.startsWith('battle ') ? [[key.slice('battle '.length), value as Draft]] : [],
    );
  }

  #step(path: string, body?: unknown): Promise<void> {
    this.busy = true;
    const step = this.#last.then(async () => this.#take(await send<ProjectState>('POST', pathOf(this.id, path), body), false));
    const last = step.catch(complain).finally(() => {
      if (this.#last === last) this.busy = false;
    });
    this.#last = last;
    return last;
  }

  #take(state: ProjectState, whole: boolean): void {
    this.game = state.game;
    this.revision = state.revision;
    this.undo = state.undo;
    this.redo = state.redo;
    this.problems = state.problems;
    this.warnings = state.warnings ?? [];
    const entries = whole ? {} : { ...this.entries };
    for (const [key, value] of Object.entries(state.entries)) {
      if (value === null) delete entries[key];
      else entries[key] = value;
    }
    this.entries = entries;
  }
}
