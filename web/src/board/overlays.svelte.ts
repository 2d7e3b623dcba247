// The overlay that is switched on: which one, what the rules say it shows, and the hex it is about.

import type { GameInfo, Overlay, OverlayInfo, OverlayKind } from '../lib/wire';
import { complain } from '../shell/toasts.svelte';

/** Asks the rules for an overlay. */
export type AskOverlay = (kind: OverlayKind, at: string | null) => Promise<Overlay | null>;

/** How long a hex must be pointed at before the rules are asked. */
const dwell = 140;

export class Overlays {
  /** What the game has; the last one that was looked at stays while another is fetched. */
  kind: OverlayKind | null = $state(null);
  shown: Overlay | null = $state.raw(null);
  /** The hex that was last pointed at. */
  at: string | null = $state(null);

  readonly #game: () => GameInfo | undefined;
  readonly info: OverlayInfo | null = $derived.by(
    () => this.#game()?.overlays.find(({ kind }) => kind === this.kind) ?? null,
  );

  /** `moment` names what the answer depends on beside kind and hex: when it changes, the rules are asked anew. */
  constructor(game: () => GameInfo | undefined, moment: () => string, ask: AskOverlay) {
    this.#game = game;
    $effect(() => {
      void moment();
      const { info } = this;
      if (!info) {
        this.shown = null;
        return;
      }
      const at = info.pointing === 'never' ? null : this.at;
      let wanted = true;
      const timer = setTimeout(
        () =>
          void ask(info.kind, at).then(
            (found) => wanted && (this.shown = found),
            (error: unknown) => wanted && complain(error),
          ),
        this.shown?.kind === info.kind ? dwell : 0,
      );
      return () => {
        wanted = false;
        clearTimeout(timer);
      };
    });
  }

  /** Switches an overlay on, or off if it is on; whether the game has it. */
  toggle(kind: OverlayKind): boolean {
    if (!this.#game()?.overlays.some((info) => info.kind === kind)) return false;
    this.kind = this.kind === kind ? null : kind;
    return true;
  }

  /** Somebody points at a hex; who points away still means the last one. */
  point(hex: string | null): void {
    if (hex !== null) this.at = hex;
  }
}
