// What the page adds to the dice of a match: it is pledged, and added once where one sits.

import { ApiError } from '../lib/api';
import type { MatchSocket } from '../lib/socket';
import type { MatchInfo } from '../lib/wire';
import { toast } from '../shell/toasts.svelte';
import { isPledgedElsewhere, note, notePledges, own, stirring } from './dice';

export class Stirring {
  /** Another browser of ours has pledged something to the dice that must be opened there before anybody can play. */
  elsewhere = $state(false);
  readonly #socket: MatchSocket;
  /** What was last asked about the dice. */
  #asked = '';

  constructor(socket: MatchSocket) {
    this.#socket = socket;
  }

  /** Notes what is promised, and adds to it once where one sits. Lessons promise nothing. */
  async stir(match: MatchInfo, yours: string[]): Promise<void> {
    if (!match.dice?.commitment) return;
    if (match.dice.secret === null) {
      note(match.id, match.dice.commitment);
      notePledges(match.id, match.dice.pledges);
    }
    if (yours.length === 0 || match.actions > 0) return;
    const ours = await own(match.id);
    this.elsewhere = isPledgedElsewhere(match, yours, ours.pledge);
    const next = stirring(match, yours, ours);
    if (next === null || this.#asked === next.do) return;
    this.#asked = next.do;
    await this.#socket.ask(next).catch((error: unknown) => {
      // Whoever was cut off asks again; whoever was refused is told at once, not only at the end.
      if (error instanceof ApiError && error.kind !== 'unreachable') toast(`Nothing of yours is in the dice: ${error.message}.`);
      else this.#asked = '';
    });
  }
}
