// What every browser test stands on: the program serving, a browser, and a watch for whatever the page complains of.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Player } from './player';

/** The program under test. */
export const program = resolve(process.env.GROGNARD ?? '../target/debug/grognard');
const failures = new URL('failures/', import.meta.url).pathname;

/** Where all dice come from: the same in every run. */
const seed = '1918';

/** A running `grognard serve`, which can be killed and started anew on the same port. */
export class Server {
  address = '';
  readonly folder = mkdtempSync(join(tmpdir(), 'grognard-browser-'));
  #process: ChildProcess | null = null;

  /** With more flags of the program, where a test wants them. */
  constructor(readonly flags: string[] = []) {}

  async start(): Promise<void> {
    const listen = this.address === '' ? '127.0.0.1:0' : new URL(this.address).host;
    const database = `sqlite:${join(this.folder, 'games.sqlite')}`;
    const flags = ['--address', listen, '--database', database, '--no-limits', '--seed', seed, ...this.flags];
    const child = spawn(program, ['serve', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    const line = await new Promise<string>((told, failed) => {
      createInterface({ input: child.stdout }).once('line', told);
      child.once('error', failed);
      child.once('exit', (code) => failed(new Error(`${program} ended with ${code} before it served`)));
    });
    this.address = /http:\S+/.exec(line)?.[0].replace(/\/$/, '') ?? '';
    if (this.address === '') throw new Error(`no address in “${line}”`);
  }

  /** Without warning, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The browser of all files that one worker runs: to start one takes as long as many a test, and everybody has a context of
 * his own in it. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/** What no test needs. Of two lists the last one counts, so what Playwright switches off is named here again. */
const unneeded = [
  // Two hidden pages for the address line of every window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

function launch(): Promise<Browser> {
  // The same browser without windows, which nobody sees here: a quarter less work.
  const shell = '/usr/bin/chromium-headless-shell';
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${unneeded.join(',')}`,
      // A map is one large drawing, which would be gone through once for every small tile of the screen.
      '--default-tile-width=2048',
      '--default-tile-height=2048',
    ],
  });
}

export interface Visit extends BrowserContextOptions {
  /** Settings that an earlier visit left behind. */
  settings?: Record<string, unknown>;
}

/** The server of one test file, and all who visit it. */
export class Stage {
  readonly server: Server;
  #browser!: Browser;
  #pages: Page[] = [];
  #complaints: string[] = [];
  #allowed: RegExp[] = [];

  constructor(flags: string[] = []) {
    this.server = new Server(flags);
  }

  async open(): Promise<void> {
    await this.server.start();
    this.#browser = await (browser ??= launch());
  }

  async close(): Promise<void> {
    await this.server.end();
  }

  /** Somebody with a browser of his own; the page is not opened yet. */
  async somebody({ settings: wanted, ...options }: Visit = {}): Promise<Player> {
    // Whoever plays here waits for each question by himself, and answers it himself.
    const settings = { patience: false, usual: false, ...wanted };
    const context = await this.#browser.newContext({
      baseURL: this.server.address,
      viewport: { width: 1400, height: 900 },
      locale: 'en-GB',
      ...options,
    });
    context.setDefaultTimeout(60_000);
    // What the page adds to the dice is no secret here.
    await context.addInitScript(() => {
      const plain = (array: Uint8Array) => array.fill(7);
      Object.defineProperty(crypto, 'getRandomValues', { value: plain });
    });
    await context.addInitScript((text) => {
      if (localStorage.getItem('grognard.settings') === null) localStorage.setItem('grognard.settings', text);
    }, JSON.stringify(settings));
    return this.watched(await context.newPage());
  }

  /** Another window of the same browser. */
  async another(player: Player): Promise<Player> {
    return this.watched(await player.page.context().newPage());
  }

  /** What the page may complain of in this test. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  watched(page: Page): Player {
    this.#pages.push(page);
    page.on('pageerror', (error) => this.#complaints.push(`${error.message}\n${error.stack ?? ''}`));
    // A breach of the content security policy is written there too.
    page.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(`${message.text()} (${message.location().url})`);
    });
    return new Player(page);
  }

  /** After a test: keeps what was to be seen where it failed, and fails it where the page complained. */
  async clear(name: string, failed: boolean): Promise<void> {
    if (failed) await this.#keep(name);
    for (const page of this.#pages) await page.context().close();
    const complaints = this.#complaints.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
    this.#pages = [];
    this.#complaints = [];
    this.#allowed = [];
    expect(complaints, 'what the page complained of').toEqual([]);
  }

  async #keep(name: string): Promise<void> {
    mkdirSync(failures, { recursive: true });
    const slug = name.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
    for (const [index, page] of this.#pages.entries()) {
      if (page.isClosed()) continue;
      await page.screenshot({ path: join(failures, `${slug}-${index}.png`) });
      const text = await page.locator('body').innerText();
      writeFileSync(join(failures, `${slug}-${index}.txt`), `${page.url()}\n${text}\n${this.#complaints.join('\n')}\n`);
    }
  }
}

/** Sets the stage for the tests of a file; the program can be given more flags. */
export function stage(...flags: string[]): Stage {
  const made = new Stage(flags);
  beforeAll(() => made.open());
  afterEach(({ task }) => made.clear(task.name, task.result?.state === 'fail'));
  afterAll(() => made.close());
  return made;
}
