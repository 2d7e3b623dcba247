// What the server answers when it is asked about the table: odds, reasons, what the rules draw over the board, a veteran's advice.

import type { MatchSocket } from '../lib/socket';
import type { Forecast, Hint, Overlay, OverlayKind, Why } from '../lib/wire';
import { complain } from '../shell/toasts.svelte';

export class Counsel {
  readonly #socket: MatchSocket;
  #forecasts = new Map<string, Promise<Forecast | null>>();

  constructor(socket: MatchSocket) {
    this.#socket = socket;
  }

  /** Something else is asked now: odds that were told belong to the old question. */
  forget(): void {
    this.#forecasts = new Map();
  }

  /** The odds of an option; asked once per decision. */
  forecast(action: string): Promise<Forecast | null> {
    let asked = this.#forecasts.get(action);
    if (!asked) {
      asked = this.#socket.ask({ do: 'forecast', action }).then(({ forecast }) => forecast);
      const kept = this.#forecasts;
      kept.set(action, asked);
      asked.catch(() => kept.delete(action));
    }
    return asked;
  }

  /** What the rules have to say of the whole board, with the eyes of `see` and after so many actions. */
  async overlay(kind: OverlayKind, at: string | null, see: string, after: number): Promise<Overlay | null> {
    return (await this.#socket.ask({ do: 'overlay', kind, at, see, after })).overlay;
  }

  /** What a veteran would do now, in words; null where he may not be asked. */
  async hint(): Promise<Hint | null> {
    try {
      return (await this.#socket.ask({ do: 'hint' })).hint;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  /** Why something cannot be done. */
  async why(about: string): Promise<Why | null> {
    try {
      return (await this.#socket.ask({ do: 'why', about })).why;
    } catch (error) {
      complain(error);
      return null;
    }
  }
}
