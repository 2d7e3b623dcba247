// Somebody at the page: presses counters, hexes and buttons. What is there to be pressed is read from what the server
// told the page, so that a test can play on whatever the dice have said.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { grouped } from '../../src/board/stacks';
import { call, said } from '../../src/counters/roster';
import { apply } from '../../src/lib/view';
import type { Board, Choice, Decision, Forecast, LogEvent, Push, Reply, Request, Scene, Step, View, Why } from '../../src/lib/wire';

/** So often a kind of answer is pressed in a long game, before it is only said. */
const enough = 2;

export class Player {
  readonly page: Page;
  /** Every text that came over the match's line. */
  received: string[] = [];
  table: Scene | null = null;
  view: View | null = null;
  decision: Decision = { side: null, undo: false };
  log: LogEvent[] = [];
  /** Actions played, as told by the server. */
  actions = 0;
  /** How far the server knows that this page has looked. */
  seen = 0;
  /** The odds that were told for the options of this decision; null where there are none. */
  forecasts = new Map<string, Forecast | null>();
  /** Why nothing can be done at a hex, as told; null where there was nothing to say. */
  #reasons = new Map<string, Why | null>();
  /** What the page asked to play, in order. */
  #sent: string[] = [];
  /** How often each kind of answer was given in a long game. */
  #pressed = new Map<string, number>();
  /** The match whose dice this page has stirred. */
  #stirred = '';
  /** Requests that were not answered yet. */
  #asked = new Map<number, Request>();
  #boards = new Map<string, Board>();

  constructor(page: Page) {
    this.page = page;
    page.on('websocket', (line) => {
      this.#asked.clear();
      line.on('framesent', ({ payload }) => this.#said(String(payload)));
      line.on('framereceived', ({ payload }) => this.#heard(String(payload)));
    });
  }

  // ---- what the server says -------------------------------------------------------------------------------------

  #said(text: string): void {
    const request: Request & { id: number } = JSON.parse(text);
    this.#asked.set(request.id, request);
    if (request.do === 'play') this.#sent.push(request.action);
  }

  #heard(text: string): void {
    this.received.push(text);
    const message: Reply | Push = JSON.parse(text);
    if ('re' in message) {
      const request = this.#asked.get(message.re);
      this.#asked.delete(message.re);
      if (message.ok && 'table' in message) this.#sit(message.table);
      if (message.ok && 'forecast' in message && request?.do === 'forecast') {
        this.forecasts.set(request.action, message.forecast);
      }
      if (request?.do === 'why') this.#reasons.set(request.about, message.ok && 'why' in message ? message.why : null);
      if (request?.do === 'seen') this.seen = request.actions;
      if (request?.do === 'salt' || request?.do === 'pledge') this.#stirred = this.table?.match.id ?? '';
    } else if (message.push === 'table') this.#sit(message.table);
    else if (message.push === 'step') this.#step(message.step);
    else if (message.push === 'match' && this.table) this.table = { ...this.table, match: message.match };
  }

  #sit(table: Scene): void {
    this.table = table;
    this.view = table.view;
    this.decision = table.decision;
    this.log = table.log;
    this.actions = table.match.actions;
    this.forecasts.clear();
  }

  #step(step: Step): void {
    if (!this.view || step.actions <= this.actions) return;
    this.view = apply(this.view, step.change);
    this.decision = step.decision;
    this.log = [...this.log, ...step.events];
    this.actions = step.actions;
    this.forecasts.clear();
  }

  /** Whether this page still has to stir the dice, before which nothing is rolled. */
  get #stirs(): boolean {
    const { match, yours } = this.table!;
    // Another page of the same player may have done it.
    const given = yours.every((side) => match.dice?.salts?.[side] !== undefined);
    const may = !given && match.dice?.commitment !== '' && yours.length > 0 && this.actions === 0 && match.status !== 'over';
    return may && this.#stirred !== match.id;
  }

  get choices(): Choice[] {
    return this.mine ? (this.decision.choices ?? []) : [];
  }
  /** What is asked, in the page's words. */
  get prompt(): string {
    return said(this.decision.prompt ?? '');
  }
  get mine(): boolean {
    return this.decision.side !== null && (this.table?.yours.includes(this.decision.side) ?? false) && !this.over;
  }
  get over(): boolean {
    return this.view?.result !== undefined || this.table?.match.status === 'over';
  }
  get matchId(): string {
    return new URL(this.page.url()).pathname.split('/').at(-1)!;
  }
  /** Whether an option begins so. */
  offers(start: string): Choice | undefined {
    return this.choices.find(({ action }) => action === start || action.startsWith(`${start} `));
  }

  /** Waits until something has become true of what was told. */
  async until(what: () => boolean, meaning: string, ms = 120_000): Promise<void> {
    const end = Date.now() + ms;
    while (!what()) {
      if (Date.now() > end) throw new Error(`waited in vain: ${meaning}`);
      await new Promise((done) => setTimeout(done, 8));
    }
  }

  // ---- the page -------------------------------------------------------------------------------------------------

  get pane(): Locator {
    return this.page.getByRole('application');
  }
  get panel(): Locator {
    return this.page.getByRole('complementary', { name: 'The game' });
  }
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }
  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(path);
  }

  /** Waits for the table to be laid out; the whole board is in sight then, unless it is wanted as it comes. */
  async atTable(whole = true): Promise<void> {
    await this.pane.waitFor();
    await this.until(() => this.table !== null && !this.#stirs, 'the table');
    // What counters are called on the page, they are called here.
    call(await this.board());
    if (whole) await this.button('Whole board').click();
  }

  async board(): Promise<Board> {
    const { game, scenario } = this.table!.match;
    const path = `/api/games/${game}/board?scenario=${scenario}`;
    const known = this.#boards.get(path);
    if (known) return known;
    const board = (await (await this.page.request.get(path)).json()) as Board;
    this.#boards.set(path, board);
    return board;
  }

  /** Where a hex is on the screen, once the map rests. */
  async place(id: string): Promise<{ x: number; y: number }> {
    const board = await this.board();
    const hex = board.hexes.find((candidate) => candidate.id === id);
    const picture = await this.#rest();
    if (!hex || !picture) throw new Error(`${id} is not to be seen`);
    return {
      x: picture.x + (hex.x / board.width) * picture.width,
      y: picture.y + (hex.y / board.height) * picture.height,
    };
  }

  /** The frame of the map's picture once it glides no more, the same in two frames of the screen. */
  #rest(): Promise<{ x: number; y: number; width: number; height: number }> {
    return this.pane.locator('img').first().evaluate(async (picture) => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let before = ''; ; await frame()) {
        if (picture.parentElement!.getAnimations().length > 0) continue;
        const { x, y, width, height } = picture.getBoundingClientRect();
        const now = `${x} ${y} ${width} ${height}`;
        if (now === before) return { x, y, width, height };
        before = now;
      }
    });
  }

  /** Presses a hex. */
  async press(hex: string): Promise<void> {
    const { x, y } = await this.reach(hex);
    await this.page.mouse.click(x, y);
  }

  /** Where to press a hex; where it is out of sight or something lies over it, after a look at the whole board. */
  async reach(hex: string): Promise<{ x: number; y: number }> {
    let spot = await this.#spot(hex);
    if (!spot) {
      // A stack that is spread out closes when the pointer leaves it.
      await this.page.mouse.move(1, 1);
      await this.page.keyboard.press('Escape');
      await this.button('Whole board').click();
      spot = await this.#spot(hex);
    }
    if (spot) return spot;
    await this.centre(hex);
    return this.place(hex);
  }

  /** A hex at the edge lies under the small things in the corner of the map: it is moved away from there, with the keys. */
  async centre(hex: string): Promise<void> {
    await this.pane.focus();
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('+');
    await this.page.keyboard.press('+');
    const pane = (await this.pane.boundingBox())!;
    for (let tries = 0; !(await this.free(hex)); tries += 1) {
      if (tries > 40) throw new Error(`${hex} lies under ${await this.cover(hex)}`);
      const { x, y } = await this.place(hex);
      const [right, down] = [x - pane.x - pane.width / 2, y - pane.y - pane.height / 2];
      if (Math.abs(right) > 60) await this.page.keyboard.press(right > 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
      if (Math.abs(down) > 60) await this.page.keyboard.press(down > 0 ? 'Shift+ArrowDown' : 'Shift+ArrowUp');
    }
  }

  /** What would be pressed at a hex. */
  async cover(hex: string): Promise<string> {
    const { x, y } = await this.place(hex);
    return this.page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.outerHTML.slice(0, 200) ?? 'nothing', [x, y]);
  }

  /** Whether a press there is the board's own. */
  async free(hex: string): Promise<boolean> {
    return (await this.#spot(hex)) !== null;
  }

  /** Where a press on a hex is the board's own; null where something lies over it. */
  async #spot(hex: string): Promise<{ x: number; y: number } | null> {
    const { x, y } = await this.place(hex);
    const isFree = await this.page.evaluate(([x, y]) => {
      const hit = document.elementFromPoint(x!, y!);
      return hit?.closest('[role=application]') != null && hit.closest('button, [role=group], [role=dialog]') === null;
    }, [x, y]);
    return isFree ? { x, y } : null;
  }

  /** Where a counter stands, if it is on the board. */
  hexOf(piece: string): string | undefined {
    return this.view?.pieces.find(({ id }) => id === piece)?.hexes?.[0];
  }

  /** Chooses an option by its notation, as a player does: on the board where it has a place, else by its button. */
  async choose(action: string): Promise<void> {
    const choice = this.choices.find((candidate) => candidate.action === action);
    if (!choice) throw new Error(`“${action}” is not offered: ${this.choices.map((one) => one.action).join(', ')}`);
    const before = this.actions;
    const sent = this.#sent.length;
    await this.ready();
    await this.point(choice);
    await this.#comes(() => this.#sent.length > sent, this.consent, action);
    if (this.#sent.length === sent) await this.roll();
    await this.until(() => this.#sent.length > sent, action);
    expect(this.#sent[sent], 'what the page understood').toBe(action);
    await this.played(before);
  }

  /** The same in a long game: what has been pressed a few times in a phase is then said to the server, as a bot says it, and the page
   * is told. The hundredth press of a kind shows nothing that the first ones have not. */
  async say(action: string): Promise<void> {
    const kind = `${this.view!.phase.id} ${action.split(' ', 1)[0]}`;
    const pressed = this.#pressed.get(kind) ?? 0;
    this.#pressed.set(kind, pressed + 1);
    if (pressed < enough) return this.choose(action);
    const before = this.actions;
    const data = { do: 'play', action, after: before };
    const headers = { 'x-grognard': 'test' };
    const answer = await this.page.request.post(`/api/matches/${this.matchId}/do`, { data, headers });
    expect(await answer.text(), action).toContain('"actions"');
    await this.played(before);
  }

  /** Waits for what a press brings: something becomes true, or something is to be seen. */
  async #comes(what: () => boolean, seen: Locator, meaning: string): Promise<void> {
    const end = Date.now() + 120_000;
    while (!what() && !(await seen.isVisible())) {
      if (Date.now() > end) throw new Error(`waited in vain: ${meaning}`);
      await new Promise((done) => setTimeout(done, 8));
    }
  }

  /** Goes where an option is and presses it. */
  async point(choice: Choice): Promise<void> {
    await this.#away();
    const { piece, hex } = choice;
    if ((piece === undefined && hex === undefined) || this.#isHidden(choice)) return this.#pressAnswer(choice);
    if (hex !== undefined && grouped(this.choices).wholes.get(hex) === choice) return this.#pressWhole(hex);
    const place = hex ?? this.hexOf(piece!);
    const several = this.choices.filter((other) => other.hex === hex && other.piece === piece).length > 1;
    const sent = this.#sent.length;
    await this.takeUp(choice);
    if (hex !== undefined) await this.press(hex);
    if (several && place !== undefined) await this.#among(choice, place, sent);
  }

  /** Takes up the counter that an option is about, if it is about one. */
  async takeUp({ piece }: Choice): Promise<void> {
    if (piece !== undefined) await this.#pressPiece(piece, grouped(this.choices).pieces);
  }

  /** Presses a button of the panel; what is seldom wanted may lie in a fold of it. */
  async #pressAnswer(choice: Choice): Promise<void> {
    const answer = this.answer(choice);
    if (choice.role !== 'aside' || (await answer.isVisible())) return answer.click();
    await this.button(/^Seldom/).click();
    await this.page.getByRole('option').filter({ hasText: said(choice.text) }).first().click();
  }

  /** Whether a press where an option is would mean another, since this one is seldom wanted. */
  #isHidden(choice: Choice): boolean {
    const there = this.choices.filter(({ hex, piece }) => hex === choice.hex && piece === choice.piece);
    return choice.role === 'aside' && choice.hex !== undefined && there.some(({ role }) => role !== 'aside');
  }

  /** Spreads a stack and takes all of it up. */
  async #pressWhole(hex: string): Promise<void> {
    const spread = this.page.getByRole('group', { name: `Counters in ${hex}`, exact: true });
    if (!(await spread.isVisible())) await this.press(hex);
    await spread.getByRole('button', { name: /together/ }).click();
  }

  /** Where several options have the same place, they are listed beside it; unless one of them is what everybody wants, which
   * is done at once, and more has been sent than before. */
  async #among({ text }: Choice, place: string, sent: number): Promise<void> {
    const list = this.page.getByRole('group', { name: place, exact: true });
    await this.#comes(() => this.#sent.length > sent, list.or(this.dialog).first(), `${text} in ${place}`);
    if (await list.isVisible()) await list.getByText(said(text), { exact: true }).click();
  }

  /** Takes the pointer off the map: what it had spread in passing closes, and only what was opened on purpose is left. */
  async #away(): Promise<void> {
    await this.page.mouse.move(1, 1);
    await expect.poll(() => this.page.locator('[data-pinned=false]').count()).toBe(0);
  }

  /** Presses a hex where nothing can be done, and hears why; null where there is nothing to say. */
  async whyNot(hex: string): Promise<Why | null> {
    this.#reasons.delete(hex);
    await this.ready();
    await this.press(hex);
    await this.until(() => this.#reasons.has(hex), `why nothing can be done at ${hex}`);
    return this.#reasons.get(hex)!;
  }

  /** The button of an option that has no place on the board. */
  answer(choice: Choice): Locator {
    return this.panel.getByRole('button').filter({ hasText: said(choice.text) }).first();
  }

  async #pressPiece(piece: string, legal: Map<string, Choice[]>): Promise<void> {
    const hex = this.hexOf(piece);
    const named = new RegExp(`^${piece.replaceAll('/', '\\/')},`);
    if (hex === undefined) {
      const tray = this.page.getByRole('group', { name: 'Counters to choose from' });
      return tray.getByRole('button', { name: named }).click();
    }
    const spread = this.page.getByRole('group', { name: `Counters in ${hex}`, exact: true });
    const here = this.view!.pieces.filter(({ id, hexes }) => id !== undefined && hexes?.[0] === hex && legal.has(id));
    const counter = spread.getByRole('button', { name: named });
    if (here.length === 1 && !(await spread.isVisible())) return this.press(hex);
    if (!(await spread.isVisible())) await this.press(hex);
    await counter.click();
  }

  /** Waits until the page asks what the server has asked, and takes a press for an answer: not while moves are shown, nor a
   * moment after. */
  async ready(): Promise<void> {
    await this.page.locator(`[data-ready=true][data-actions="${this.actions}"]`).waitFor();
  }

  /** What is pressed in the dialog before dice fall or a phase ends. */
  get consent(): Locator {
    return this.dialog.getByRole('button', { name: /^(Roll|Yes)/ });
  }

  /** Presses it, once the page takes a press for an answer; again if that press fell into the moment in which it only skips. */
  async roll(): Promise<void> {
    await this.consent.waitFor();
    const sent = this.#sent.length;
    while (this.#sent.length === sent && (await this.consent.isVisible())) {
      await this.ready();
      await this.consent.click({ timeout: 2000 }).catch(() => {});
      await this.until(() => this.#sent.length > sent, 'what a press brings', 1000).catch(() => {});
    }
  }

  /** Waits until an action has been played and answered; at one screen the next player sits down. */
  async played(before: number): Promise<void> {
    await this.until(() => this.actions > before && !this.#waits(), `an action after ${before}`);
    await this.handOver();
  }

  #waits(): boolean {
    // What makes no difference the page answers by itself.
    const plain = this.choices.some(({ role, rolls }) => role === 'plain' && !rolls);
    return plain || [...this.#asked.values()].some((request) => ['play', 'undo', 'see', 'enter'].includes(request.do));
  }

  async handOver(): Promise<void> {
    const side = this.decision.side;
    if (!this.table || this.table.yours.length < 2 || side === null || this.over) return;
    if (this.table.viewer === side || this.table.viewer === 'all') return;
    await this.button('I am here').click();
    await this.until(() => this.table?.viewer === side, `the eyes of ${side}`);
    await this.button('Whole board').click();
  }

  /** The card of the attack in hand, once it tells the odds as they stand. */
  async carded(): Promise<Locator> {
    const card = this.page.getByRole('region', { name: 'The attack' });
    await card.waitFor();
    await expect.poll(() => card.locator('header').innerText()).not.toContain('up to');
    return card;
  }

  /** The chances that are on show, in percent. */
  async chances(within: Locator): Promise<number[]> {
    const lines = await within.getByRole('list', { name: 'Chances' }).getByRole('listitem').allInnerTexts();
    return lines.map((line) => Number(/([\d.]+) %/.exec(line)?.[1]));
  }

  /** What may become of the defender, in percent. */
  async fates(within: Locator): Promise<number[]> {
    const list = within.getByRole('list', { name: 'What becomes of the defender' });
    await list.waitFor();
    const lines = await list.getByRole('listitem').allInnerTexts();
    return lines.map((line) => Number(/([\d.]+) %/.exec(line)?.[1]));
  }

  /** New game by the form; `way` is the title of a way to play. A computer is a quick one, unless another is wanted. */
  async newGame(way: string | RegExp, level = 'Greedy'): Promise<void> {
    await this.goto('/new');
    await this.wayToPlay(way, level);
    await this.button('Set up the table').click();
  }

  /** Presses the card of a way to play, and of a computer where one plays. */
  async wayToPlay(way: string | RegExp, level = 'Greedy'): Promise<void> {
    await this.#card('Ways to play', way);
    const levels = 'How well the computer plays';
    const asked = await this.page.getByRole('radiogroup', { name: levels }).isVisible();
    if (asked) await this.#card(levels, new RegExp(`^${level}\\b`));
  }

  /** Presses a card of a group, once it lies still and free. */
  async #card(group: string, name: string | RegExp): Promise<void> {
    const radio = this.page.getByRole('radio', { name });
    await this.page.getByRole('radiogroup', { name: group }).locator('label').filter({ has: radio }).click();
    await expect.poll(() => radio.isChecked()).toBe(true);
  }
}

/** Chances are rounded to one place. */
export function addsUp(chances: number[]): void {
  expect(chances.length).toBeGreaterThan(0);
  expect(Math.abs(chances.reduce((sum, chance) => sum + chance, 0) - 100)).toBeLessThan(0.1 * chances.length);
}
