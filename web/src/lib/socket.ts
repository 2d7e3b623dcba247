// The line to one match: requests with answers, pushes, and a new line when the old one breaks.

import { ApiError } from './api';
import type { Answers, Push, Reply, Request, Scene } from './wire';

/**
 * opening: the first try; open: entered; lost: broken, trying again; refused: the server will not have us; closed: by us.
 */
export type LineState = 'opening' | 'open' | 'lost' | 'refused' | 'closed';

export interface Hears {
  /** The whole table: after entering, and after every new line. */
  table: (table: Scene) => void;
  push: (push: Push) => void;
  state: (state: LineState, error?: ApiError) => void;
}

/** What `WebSocket` gives that is used here. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'binaryType' | 'onopen' | 'onmessage' | 'onclose'>;

const pauses = [400, 1000, 2500, 5000, 10000, 15000];
const pingEvery = 20_000;
/** Longer than two pings: without a word for so long, the line is dead whatever the browser says. */
const silence = 50_000;

/** Whether this browser can unpack what the server packs. */
const unpacks = typeof DecompressionStream === 'function';

const unpacked = (packed: ArrayBuffer) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();

const gone = () => new ApiError({ kind: 'unreachable', message: 'The connection to the table is lost.' }, 0);

export class MatchSocket {
  readonly #hears: Hears;
  readonly #dial: () => Wire;
  readonly #token: string | undefined;
  /** What is pledged to be added to the dice with taking the seat that the token is for, or that is kept for us. */
  readonly #pledge: Promise<string | null> | undefined;
  /** Whose eyes were asked for last; a new line asks for them again. */
  see: string | undefined;
  #wire: Wire | null = null;
  #state: LineState = 'opening';
  #next = 1;
  #tries = 0;
  #heard = 0;
  /** What came and is still being unpacked, and what has to wait for it: all is heard in the order in which it came. */
  #unpacking: Promise<void> | null = null;
  #waiting = new Map<number, { done: (reply: Reply) => void; failed: (error: ApiError) => void }>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;

  constructor(id: string, token: string | undefined, hears: Hears, dial?: () => Wire, pledge?: Promise<string | null>) {
    this.#token = token;
    this.#pledge = pledge;
    this.#hears = hears;
    this.#dial = dial ?? (() => new WebSocket(address(id)));
    this.#open();
  }

  get state(): LineState {
    return this.#state;
  }

  /** Asks, and gives the answer's fields; refusals and a broken line are thrown. */
  async ask<Asked extends Request>(request: Asked): Promise<Answers[Asked['do']]> {
    const wire = this.#wire;
    if (!wire || wire.readyState !== 1) throw gone();
    const id = this.#next;
    this.#next += 1;
    const reply = await new Promise<Reply>((done, failed) => {
      this.#waiting.set(id, { done, failed });
      wire.send(JSON.stringify({ id, ...request }));
    });
    if (!reply.ok) throw new ApiError(reply.error, 409);
    // The server answers each request with what is its own; the id alone tells which this is.
    return reply as Answers[Asked['do']];
  }

  /** Tries again now instead of after the pause. */
  retry(): void {
    if (this.#state !== 'lost') return;
    clearTimeout(this.#again);
    this.#open();
  }

  close(): void {
    this.#tell('closed');
    clearTimeout(this.#again);
    this.#drop();
  }

  #tell(state: LineState, error?: ApiError): void {
    this.#state = state;
    this.#hears.state(state, error);
  }

  #open(): void {
    const wire = this.#dial();
    wire.binaryType = 'arraybuffer';
    this.#wire = wire;
    this.#heard = Date.now();
    this.#unpacking = null;
    wire.onopen = () => void this.#enter(wire);
    wire.onmessage = (message: MessageEvent) => {
      this.#heard = Date.now();
      if (typeof message.data === 'string' && !this.#unpacking) this.#hear(message.data);
      else this.#hearLater(wire, message.data as string | ArrayBuffer);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#broke();
    };
  }

  async #enter(wire: Wire): Promise<void> {
    try {
      const { table } = await this.ask({
        do: 'enter',
        token: this.#token,
        see: this.see,
        choices: 'full',
        pledge: (await this.#pledge) ?? undefined,
        packed: unpacks,
      });
      if (this.#wire !== wire) return;
      this.#tries = 0;
      clearInterval(this.#pulse);
      this.#pulse = setInterval(() => this.#check(), pingEvery);
      this.#tell('open');
      this.#hears.table(table);
    } catch (error) {
      if (this.#wire !== wire || !(error instanceof ApiError) || error.kind === 'unreachable') return;
      this.#tell('refused', error);
      this.#drop();
    }
  }

  #hearLater(wire: Wire, told: string | ArrayBuffer): void {
    const before = this.#unpacking;
    const text = typeof told === 'string' ? told : unpacked(told);
    const heard = Promise.all([text, before])
      .then(
        ([text]) => {
          if (this.#wire === wire) this.#hear(text);
        },
        () => {
          if (this.#wire === wire) this.#broke();
        },
      )
      .finally(() => {
        if (this.#unpacking === heard) this.#unpacking = null;
      });
    this.#unpacking = heard;
  }

  #hear(text: string): void {
    let message: Reply | Push;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (!('re' in message)) {
      this.#hears.push(message);
      return;
    }
    this.#waiting.get(message.re)?.done(message);
    this.#waiting.delete(message.re);
  }

  #check(): void {
    if (Date.now() - this.#heard > silence) this.#broke();
    else this.ask({ do: 'ping' }).catch(() => undefined);
  }

  #broke(): void {
    this.#drop();
    if (this.#state === 'closed' || this.#state === 'refused') return;
    const pause = pauses[Math.min(this.#tries, pauses.length - 1)]!;
    this.#tries += 1;
    // A little chance, so that a server that comes back is not greeted by everybody at once.
    this.#again = setTimeout(() => this.#open(), pause * (0.8 + 0.4 * Math.random()));
    this.#tell('lost');
  }

  #drop(): void {
    clearInterval(this.#pulse);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(gone());
  }
}

function address(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}/api/matches/${encodeURIComponent(id)}/socket`;
}
