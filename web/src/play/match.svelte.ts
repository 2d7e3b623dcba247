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
  Forecast,
  Fortune,
  LogEvent,
  MatchInfo,
  Offer,
  Overlay,
  OverlayKind,
  Presence,
  Push,
  Rematch,
  Request,
  Seat,
  Step,
  Table,
  View,
  Why,
} from '../lib/wire';
import { complain, toast } from '../shell/toasts.svelte';
import { isPledgedElsewhere, note, notePledges, own, stirring } from './dice';
import { soundOf, wayOf } from './kinds';
import { pause, Queue } from './queue';
import { tally } from './rolls';

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
  /** Actions played, as shown. */
  actions = $state(0);
  /** Steps that wait to be shown. */
  waiting = $state(0);
  /** A choice was sent and is not answered yet. */
  busy = $state(false);
  /** How many actions the player had seen when coming back; null when there is nothing to catch up with. */
  since: number | null = $state(null);
  /** Another browser of ours has pledged something to the dice that must be opened there before anybody can play. */
  pledgedElsewhere = $state(false);

  readonly #socket: MatchSocket;
  readonly #queue: Queue<Step>;
  /** Actions played, as told by the server. */
  #told = 0;
  #entered = false;
  /** What was last asked about the dice. */
  #stirred = '';
  #glance: ReturnType<typeof setTimeout> | undefined;
  #forecasts = new Map<string, Promise<Forecast | null>>();

  constructor(id: string, token: string | undefined) {
    this.id = id;
    this.#queue = new Queue<Step>(
      (step) => this.#show(step),
      (waiting) => pause(settings.computerSpeed, waiting),
      (length) => (this.waiting = length),
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
    const pledge = token === undefined ? undefined : own(id).then((ours) => ours.pledge);
    this.#socket = new MatchSocket(id, token, hears, undefined, pledge);
  }

  /** Whether the choice is the viewer's, as shown. */
  readonly mine: boolean = $derived(
    this.match?.status === 'playing' && this.decision.side !== null && this.yours.includes(this.decision.side),
  );
  readonly choices: Choice[] = $derived(this.mine ? (this.decision.choices ?? []) : []);
  /** The computer that must choose, once everything before has been shown. */
  readonly thinker: Seat | null = $derived.by(() => {
    if (this.match?.status !== 'playing' || this.waiting > 0) return null;
    const seat = this.match.seats.find(({ side }) => side === this.decision.side);
    return seat?.who === 'computer' ? seat : null;
  });
  /** One person plays both sides. */
  readonly hotSeat: boolean = $derived(this.yours.length > 1);

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
    this.#queue.clear();
    clearTimeout(this.#glance);
    this.#socket.close();
  }

  retry(): void {
    this.#socket.retry();
  }

  /** Shows at once what waits. */
  skip(): void {
    if (this.#queue.length > 0) this.#queue.flush();
  }

  // ---- what the player does -------------------------------------------------------------------------------------

  async play(choice: Choice): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await this.#socket.ask({ do: 'play', action: choice.action, after: this.#told });
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
    this.skip();
    await this.tell({ do: 'undo', after: this.#told });
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
      return await this.#socket.ask({ do: 'rematch' });
    } catch (error) {
      complain(error);
      return null;
    }
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

  /** What the rules have to say of the whole board as it is shown. */
  async overlay(kind: OverlayKind, at: string | null): Promise<Overlay | null> {
    const { viewer: see, actions: after } = this;
    return (await this.#socket.ask({ do: 'overlay', kind, at, see, after })).overlay;
  }

  async why(about: string): Promise<Why | null> {
    try {
      return (await this.#socket.ask({ do: 'why', about })).why;
    } catch (error) {
      complain(error);
      return null;
    }
  }

  // ---- what the server tells ------------------------------------------------------------------------------------

  #sit(table: Table): void {
    this.#queue.clear();
    this.#forecasts = new Map();
    const before = this.decision.side;
    this.match = table.match;
    this.yours = table.yours;
    this.viewer = table.viewer;
    this.viewers = table.viewers;
    this.view = table.view;
    this.decision = table.decision;
    this.log = table.log;
    this.fortunes = table.fortunes;
    this.chat = table.chat;
    this.presence = table.presence;
    this.offer = table.offer;
    this.notices = table.notices;
    this.rematch = table.match.rematch;
    this.#wind(table.clock);
    this.#told = this.actions = table.match.actions;
    const back = table.because === 'undo' || table.because === 'take_back';
    this.#mark(back ? [] : table.log.filter(({ at }) => at === table.match.actions - 1));
    void this.#season(table.match, table.yours);
    if (!this.#entered) this.#greet(table);
    else if (before !== this.decision.side) this.#herald();
  }

  /** The first time at this table. */
  #greet(table: Table): void {
    this.#entered = true;
    if (table.seen !== null && table.seen < table.match.actions && table.seen > 0) this.since = table.seen;
    this.#looked();
  }

  /** The dice: notes what is promised, and adds to it once where one sits. Lessons promise nothing. */
  async #season(match: MatchInfo, yours: string[]): Promise<void> {
    if (!match.dice?.commitment) return;
    if (match.dice.secret === null) {
      note(match.id, match.dice.commitment);
      notePledges(match.id, match.dice.pledges);
    }
    if (yours.length === 0 || match.actions > 0) return;
    const ours = await own(match.id);
    this.pledgedElsewhere = isPledgedElsewhere(match, yours, ours.pledge);
    const next = stirring(match, yours, ours);
    if (next === null || this.#stirred === next.do) return;
    this.#stirred = next.do;
    // One that comes too late is missing at the end, and the page says so then.
    await this.#socket.ask(next).catch(() => (this.#stirred = ''));
  }

  /** Goes on without what another browser of ours has pledged. */
  async withdraw(): Promise<void> {
    await this.tell({ do: 'pledge', hash: null });
  }

  /** Sits down, and pledges with it what is added to the dice. */
  async sit(side: string): Promise<void> {
    await this.tell({ do: 'sit', side, pledge: (await own(this.id)).pledge ?? undefined });
  }

  #hear(push: Push): void {
    switch (push.push) {
      case 'table':
        this.#sit(push.table);
        break;
      case 'step':
        this.#step(push.step);
        break;
      case 'match':
        this.match = push.match;
        this.rematch = push.match.rematch;
        void this.#season(push.match, this.yours);
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
    if (own || settings.computerSpeed === 'instant' || document.hidden) {
      this.#queue.push(step);
      this.#queue.flush();
    } else this.#queue.push(step);
  }

  #show(step: Step): void {
    if (!this.view) return;
    this.#forecasts = new Map();
    const before = this.decision.side;
    this.view = apply(this.view, step.change);
    this.decision = step.decision;
    this.actions = step.actions;
    this.lastAction = step.action ?? null;
    this.log = [...this.log, ...step.events].slice(-2000);
    this.fortunes = tally(step.events, this.fortunes.map(({ side }) => side), this.fortunes);
    this.#mark(step.events);
    if (this.yours.includes(step.side)) this.way = [];
    const heard = soundOf(step.events);
    if (heard !== null) sound(heard);
    if (before !== step.decision.side) this.#herald();
    if (this.#queue.length === 0) this.#looked();
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
