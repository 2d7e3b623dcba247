// The sheets of a project as they are now and as they are shipped, and the counters that can be drawn beside their rows.

import { SvelteMap } from 'svelte/reactivity';
import { get, send } from '../lib/api';
import type { LaidOut, Piece, Sheet, SheetCard, Sheets } from '../lib/wire';
import { complain } from '../shell/toasts.svelte';
import { pathOf, type Project } from './project.svelte';

/** A sheet with what a card tells of it. */
export interface Dealt {
  sheet: Sheet;
  card: SheetCard;
}

export class Shelf {
  all: Sheet[] = $state.raw([]);
  shipped: Sheet[] = $state.raw([]);
  readonly faces = new SvelteMap<string, Piece>();

  /** As it follows a project and the scenario that is looked at, while it is wanted; made where a component is. */
  constructor(project: Project, scenario: () => string, isWanted: () => boolean = () => true) {
    const bring = (what: string, take: (found: Sheets) => void) => get<Sheets>(pathOf(project.id, `/sheets${what}`)).then(take).catch(complain);
    $effect(() => {
      void project.revision;
      if (isWanted()) void bring('', (found) => (this.all = found));
    });
    $effect(() => {
      if (isWanted()) void bring('?shipped=true', (found) => (this.shipped = found));
    });
    // As they stand in the set-up.
    $effect(() => {
      void project.revision;
      if (!isWanted()) return;
      send<LaidOut>('POST', pathOf(project.id, '/layout'), { scenario: scenario() })
        .then(({ view }) => (view?.pieces ?? []).forEach((piece) => piece.id !== undefined && this.faces.set(piece.id, piece)))
        .catch(() => undefined);
    });
  }

  /** The same sheet as it is shipped. */
  before(sheet: Sheet): Sheet | null {
    return this.shipped.find(({ file, at }) => file === sheet.file && at === sheet.at) ?? null;
  }

  /** What makes a scenario, in the order in which it is told. */
  dealt(scenario: string): Dealt[] {
    const all = this.all.flatMap((sheet) => (sheet.cards ?? []).map((card) => ({ sheet, card })));
    return all.filter(({ card }) => card.scenarios?.includes(scenario) ?? true).toSorted((one, other) => one.card.order - other.card.order);
  }
}
