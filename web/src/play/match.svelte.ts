// One match as the page knows it: what the server told, and what of it is shown already.

import { ApiError, get } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import { MatchSocket, type Hears, type LineState } from '../lib/socket';
import { play as sound } from '../lib/sound';
import { apply } from '../lib/view';
import type {
  ChatLine,
  Choice,
  Clock,
  Decision,
  Fortune,
  LogEvent,
  MatchInfo,
  Offer,
  Presence,
  Push,
  Rematch,
  Replay,
  Request,
  Scene,
  Seat,
  Step,
  View,
} from '../lib/wire';
import { complain, toast } from '../shell/toasts.svelte';
import { Counsel } from './counsel';
import { becomes, own, rematchOf } from './dice';
import { gathered } from './gather';
import { Guard, isNews } from './guard';
import { soundOf, wayOf } from './kinds';
import { Film } from './queue';
import { framesOf, Reel, type Opening } from './reel.svelte';
import { before, tally } from './rolls';
import { hold, joined, type FormationOf } from './scenes';
import { Stirring } from './stirring.svelte';

export class MatchTable {
  readonly id: string;
  line: LineState = $state('opening');
  refused: ApiError | null = $state.raw(null);
  match: MatchInfo | null = $state.raw(null);
  yours: string[] = $state.raw([]);
  viewer = $state('');
  viewers: string[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  presence: Presence = $state.raw({ sides: {}, spectators: 0 });
  offer: Offer | null = $state.raw(null);
  clock: Clock | null = $state.raw(null);
  /** When `clock` was true, by this machine's own clock. */
  clockAt = $state(0);
  rematch: string | null = $state(null);
  notices: boolean | null = $state(null);
  /** The table as shown; it runs behind what the server told while a computer's turn is being watched. */
  view: View | null = $state.raw(null);
  decision: Decision = $state.raw({ side: null, undo: false });
  log: LogEvent[] = $state.raw([]);
  /** What the dice have been to each side, as shown. */
  fortunes: Fortune[] = $state.raw([]);
  marked: string[] = $state.raw([]);
  way: string[] = $state.raw([]);
  lastAction: string | null = $state(null);
  /** The last own action, and how many had been played before it. */
  deed: { at: number; action: string } | null = $state.raw(null);
  /** Actions played, as shown. */
  actions = $state(0);
  /** How often something was taken back here. */
  undos = $state(0);
  /** Steps that wait to be shown. */
  waiting = $state(0);
  /** Whether they are shown by themselves, or wait for a press. */
  playing = $state(true);
  /** Whether the question has been there for a moment, so that a press is meant for it. */
  armed = $state(true);
  /** A choice was sent and is not answered yet. */
  busy = $state(false);
  /** How many actions the player had seen when coming back; null when there is nothing to catch up with. */
  since: number | null = $state(null);
  readonly #socket: MatchSocket;
  /** What can be asked about the table. */
  readonly counsel: Counsel;
  /** What the page adds to the dice. */
  readonly stirring: Stirring;
  /** By what counters belong together when they are shown. */
  formationOf: FormationOf = () => null;

  readonly #film: Film<Step>;
  /** What was shown of others since the player's last action. */
  readonly reel = new Reel();
  /** The table after the end: it is laid out when everything before has been shown. */
  #last: Scene | null = null;
  readonly #guard = new Guard((armed) => (this.armed = armed));
  /** Actions played, as told by the server. */
  #told = 0;
  /** Called when there was news. */
  #heard = () => {};
  #entered = false;
  #glance: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, token: string | undefined) {
    this.id = id;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    this.#film = new Film<Step>(
      (step) => this.#show(step),
      (step, rest) => hold(settings.computerSpeed, step, rest, this.formationOf, calm.matches),
      (step, rest) => joined(step, rest, this.formationOf),
      (length) => {
        this.waiting = length;
        this.playing = this.#film.playing;
        if (length === 0 && this.#last) this.#lay(this.#last);
      },
    );
    const hears: Hears = {
      table: (table) => this.#sit(table),
      push: (push) => this.#hear(push),
      state: (state, error) => {
        this.line = state;
        if (state === 'refused') this.refused = error ?? null;
        if (state === 'lost' && !this.match) void this.#isThere();
      },
    };
    // A seat may be kept for us by our name alone, and is taken with entering.
    const pledge = own(id).then((ours) => ours.pledge);
    this.#socket = new MatchSocket(id, token, hears, undefined, pledge);
    this.counsel = new Counsel(this.#socket);
    this.stirring = new Stirring(this.#socket);
  }

  /** Whether the choice is the viewer's, as shown. */
  readonly mine: boolean = $derived(
    this.match?.status === 'playing' && this.decision.side !== null && this.yours.includes(this.decision.side),
  );
  readonly choices: Choice[] = $derived(this.mine ? (this.decision.choices ?? []) : []);
  /** Whether a press is an answer to the question on the table. */
  readonly ready: boolean = $derived(this.mine && this.waiting === 0 && this.armed && !this.busy);
  /** The computer that must choose, once everything before has been shown. */
  readonly thinker: Seat | null = $derived.by(() => {
    if (this.match?.status !== 'playing' || this.waiting > 0) return null;
    const seat = this.match.seats.find(({ side }) => side === this.decision.side);
    return seat?.who === 'computer' ? seat : null;
  });
  /** One person plays both sides. */
  readonly hotSeat: boolean = $derived(this.yours.length > 1);
  /** The side to whom the chair is passed: it chooses next, and the other's secrets are on the table. */
  readonly handedTo: string | null = $derived.by(() => {
    const { side } = this.decision;
    const isPassed = this.hotSeat && side !== null && this.viewer !== 'all' && this.viewer !== side && this.viewers.includes(side);
    return isPassed ? side : null;
  });

  /** A browser does not tell why a socket was not opened, so a match that cannot be had is asked for. */
  async #isThere(): Promise<void> {
    try {
      await get(`/api/matches/${encodeURIComponent(this.id)}/table?choices=short`);
    } catch (error) {
      if (!(error instanceof ApiError) || !['not_found', 'unreadable'].includes(error.kind)) return;
      if (this.line !== 'lost') return;
      this.refused = error;
      this.close();
    }
  }

  close(): void {
    this.#film.clear();
    clearTimeout(this.#glance);
    this.#guard.close();
    this.#socket.close();
  }

  retry(): void {
    this.#socket.retry();
  }

  // ---- the film of what others did ------------------------------------------------------------------------------

  /** Shows at once what waits. */
  skip(): void {
    if (this.#film.length > 0 || !this.#film.playing) this.#film.flush();
  }

  /** Stops the film where it is, or lets it go on. */
  pause(): void {
    if (this.#film.playing) this.#film.pause();
    else this.#film.play();
  }

  /** Shows the next scene, and stops. */
  step(): void {
    this.#film.step();
  }

  /** Shows once more what others have done since the player's last action. */
  again(): void {
    const { opening, steps } = this.reel;
    if (opening && steps.length > 0) this.#roll(opening, steps);
  }

  /** Shows what happened since so many actions had been played, with the positions as they were. */
  async review(from: number): Promise<void> {
    const viewer = encodeURIComponent(this.viewer);
    try {
      const path = `/api/matches/${encodeURIComponent(this.id)}/replay?see=${viewer}&from=${from}`;
      const replay = await get<Replay>(path);
      this.skip();
      const frames = framesOf(replay, from, this.actions, this.clock, this.decision);
      if (frames.length === 0) return;
      const log = this.log.filter(({ at }) => at < from);
      const fortunes = before(this.fortunes, frames.flatMap(({ events }) => events));
      this.#roll({ view: replay.first, log, actions: from, fortunes }, frames);
    } catch (error) {
      complain(error);
    }
  }

  /** Goes back to where a film began, and shows it from there. */
  #roll(opening: Opening, frames: Step[]): void {
    this.view = opening.view;
    this.log = opening.log;
    this.actions = opening.actions;
    this.fortunes = opening.fortunes;
    this.decision = { side: frames[0]?.side ?? null, undo: false };
    this.marked = this.way = [];
    this.reel.from(opening);
    this.#film.rewind(frames);
  }

  // ---- what the player does -------------------------------------------------------------------------------------

  async play(choice: Choice): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      // The question that was drawn is the one that is answered: whatever came since makes the answer stale.
      const { actions } = await this.#socket.ask({ do: 'play', action: choice.action, after: this.actions });
      await this.#hears(() => this.#told >= actions);
      return true;
    } catch (error) {
      // Somebody was quicker (another window of the same player): look again, and choose anew.
      if (error instanceof ApiError && error.kind === 'stale') await this.see(this.viewer);
      else complain(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { actions } = this;
    if (await this.tell({ do: 'undo', after: actions })) await this.#hears(() => this.#told !== actions);
    this.busy = false;
  }

  /** The answer comes before the news: until these are here, the old question is still on the table. */
  async #hears(done: () => boolean): Promise<void> {
    while (!done()) await new Promise<void>((heard) => (this.#heard = heard));
  }

  /** Something new is asked: for a moment no press is taken for an answer. */
  asked(): void {
    if (settings.patience) this.#guard.news();
  }

  /** Sends what needs no answer; says so when it is refused. */
  async tell(request: Request): Promise<boolean> {
    try {
      await this.#socket.ask(request);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  async see(viewer: string): Promise<void> {
    try {
      const { table } = await this.#socket.ask({ do: 'see', viewer });
      this.#socket.see = viewer;
      this.#sit(table);
    } catch (error) {
      complain(error);
    }
  }

  async askRematch(): Promise<Rematch | null> {
    try {
      const toBe = rematchOf(this.id);
      const next = await this.#socket.ask({ do: 'rematch', pledge: (await own(toBe)).pledge ?? undefined });
      becomes(toBe, next.match);
      return next;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  // ---- what the server tells ------------------------------------------------------------------------------------

  #sit(table: Scene): void {
    this.#last = null;
    this.#film.clear();
    this.reel.clear();
    const before = this.decision.side;
    this.#gather(table);
    this.#lay(table);
    this.#told = table.match.actions;
    const back = table.because === 'undo' || table.because === 'take_back';
    if (back) this.undos += 1;
    this.#mark(back ? [] : table.log.filter(({ at }) => at === table.match.actions - 1));
    void this.stirring.stir(table.match, table.yours);
    this.#heard();
    if (!this.#entered) {
      this.#greet(table);
      return;
    }
    // What one takes back oneself leads to a question that one knows.
    if (table.because !== 'undo') this.asked();
    if (before !== this.decision.side) this.#herald();
  }

  /** All is played: what waits is shown first, and can be seen once more. */
  #end(table: Scene): void {
    this.#last = table;
    this.#gather(table);
    if (this.#film.length === 0) this.#lay(table);
  }

  /** What lies on the table. */
  #lay(table: Scene): void {
    this.counsel.forget();
    this.view = table.view;
    this.decision = table.decision;
    this.log = table.log;
    this.fortunes = table.fortunes;
    this.actions = table.match.actions;
  }

  /** Who is there, and what is told around the table. */
  #gather(table: Scene): void {
    this.match = table.match;
    this.yours = table.yours;
    this.viewer = table.viewer;
    this.viewers = table.viewers;
    this.chat = table.chat;
    this.presence = table.presence;
    this.offer = table.offer;
    this.notices = table.notices;
    this.rematch = table.match.rematch;
    this.#wind(table.clock);
  }

  /** The first time at this table. */
  #greet(table: Scene): void {
    this.#entered = true;
    if (table.seen !== null && table.seen < table.match.actions && table.seen > 0) this.since = table.seen;
    this.#looked();
  }

  /** Goes on without what another browser of ours has pledged. */
  async withdraw(): Promise<void> {
    await this.tell({ do: 'pledge', hash: null });
  }

  /** Sits down, and pledges with it what is added to the dice. */
  async sit(side: string): Promise<void> {
    const accept = this.match?.changed?.digest;
    await this.tell({ do: 'sit', side, pledge: (await own(this.id)).pledge ?? undefined, accept });
  }

  #hear(push: Push): void {
    switch (push.push) {
      case 'table':
        if (push.table.because === 'over' && push.table.match.actions === this.#told) this.#end(push.table);
        else this.#sit(push.table);
        break;
      case 'step':
        this.#step(push.step);
        break;
      case 'match':
        this.match = push.match;
        this.rematch = push.match.rematch;
        void this.stirring.stir(push.match, this.yours);
        break;
      case 'chat':
        this.chat = [...this.chat, push.line].slice(-300);
        sound('chat');
        break;
      case 'presence':
        this.presence = push.presence;
        break;
      case 'offer':
        if (push.declined) toast('The offer was declined.');
        this.offer = push.offer;
        break;
      case 'rematch':
        this.rematch = push.match;
        break;
    }
  }

  #step(step: Step): void {
    if (step.actions <= this.#told) return;
    if (step.actions > this.#told + 1) {
      void this.see(this.viewer);
      return;
    }
    this.#told = step.actions;
    this.#wind(step.clock);
    const own = this.yours.includes(step.side);
    this.#film.push(step);
    const shown = this.view;
    if (shown && !own) this.#film.arrange((waiting) => gathered(shown, waiting, this.formationOf));
    if (own || settings.computerSpeed === 'instant' || (document.hidden && this.yours.length > 0)) this.#film.flush();
    this.#heard();
  }

  #show(step: Step): void {
    if (!this.view) return;
    this.counsel.forget();
    const before = this.decision.side;
    const own = this.yours.includes(step.side);
    const { view, log, actions, fortunes } = this;
    this.reel.keep(step, { view, log, actions, fortunes }, this.yours);
    if (isNews(step, this.yours)) this.asked();
    this.view = apply(this.view, step.change);
    this.decision = step.decision;
    this.actions = step.actions;
    this.lastAction = step.action ?? null;
    if (own && step.action !== undefined) this.deed = { at: step.actions - 1, action: step.action };
    this.log = [...this.log, ...step.events].slice(-2000);
    this.fortunes = tally(step.events, this.fortunes.map(({ side }) => side), this.fortunes);
    this.#mark(step.events);
    if (own) this.way = [];
    const heard = soundOf(step.events);
    if (heard !== null) sound(heard);
    if (before !== step.decision.side) this.#herald();
    if (this.#film.length === 0) this.#looked();
  }

  #mark(events: LogEvent[]): void {
    const hexes = [...new Set(events.flatMap(({ hexes }) => hexes ?? []))];
    // A mark on everything, as after a set-up, says nothing.
    this.marked = hexes.length > 30 ? [] : hexes;
    this.way = wayOf(events);
  }

  #herald(): void {
    if (this.decision.side === null) sound('over');
    else if (this.mine && !this.hotSeat) sound('turn');
  }

  #wind(clock: Clock | null): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }

  /** Tells the server how far the player has seen; not at every step of a quick player. */
  #looked(): void {
    if (this.yours.length === 0 || document.hidden || this.#glance !== undefined) return;
    this.#glance = setTimeout(() => {
      this.#glance = undefined;
      this.#socket.ask({ do: 'seen', actions: this.actions }).catch(() => undefined);
    }, 3000);
  }

  /** The page is looked at again. */
  back(): void {
    this.retry();
    this.#looked();
  }
}
