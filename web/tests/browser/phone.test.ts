// Fingers in place of a mouse: the guided first battle on a phone, and the table on a tablet.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };

it('leads a newcomer through the first battle with taps', async () => {
  const player = await set.somebody({ ...phone, settings: { computerSpeed: 'instant' } });
  await player.goto('/');
  await fits(player);
  await player.page.getByRole('button', { name: /Your first battle/ }).tap();
  await player.atTable(false);
  await fits(player);
  const coach = player.page.getByRole('complementary', { name: /Your first battle/ });
  const step = async (count: number) => expect.poll(() => coach.innerText()).toContain(`${count} of `);

  await step(1);
  await coach.getByRole('button', { name: 'Next' }).tap();
  await step(2);
  // A long press opens a unit's card and chooses nothing.
  const card = player.page.getByRole('group', { name: 'Unit card' });
  await rest(player, '3028', () => expect.poll(() => card.innerText()).toContain('Company G, 38th Infantry'));
  await fits(player);
  await card.getByRole('button', { name: 'Close' }).tap();
  await step(2);
  await tap(player, '3030');
  await step(3);
  await tap(player, '3028');
  await counter(player, '1/G/38');
  await step(4);
  await counter(player, '2/G/38');
  await step(5);
  await agree(player, 'fire');
  await step(6);
  await toMovement(player);
  // The coach has come along through the phases.
  await step(8);
  await tap(player, '2926');
  await counter(player, '1/E/38');
  await step(9);
  await tap(player, '2928');
  await step(10);
  await tap(player, '2926');
  await player.until(() => player.offers('to') !== undefined, 'where 2/E/38 can go');
  await tap(player, '3019');
  const why = player.page.getByRole('dialog', { name: /Why not/ });
  await expect.poll(() => why.innerText()).toMatch(/9\.\d/);
  await player.page.getByRole('button', { name: 'Close', exact: true }).tap();
  await player.answer(player.offers('stay')!).tap();
  await player.until(() => player.offers('done') !== undefined, 'the end of the move');
  await coach.getByRole('button', { name: 'Next' }).tap();
  await step(11);
  await agree(player, 'done');
  await step(12);
});

it('is played on a tablet', async () => {
  const player = await set.somebody({ ...tablet, settings: { computerSpeed: 'instant' } });
  await player.goto('/');
  await fits(player);
  await player.newGame(/Alone against the computer/);
  await player.atTable(false);
  await fits(player);
  await agree(player, 'standard');
  await player.until(() => player.mine && player.actions > 1, 'our choice');
  const before = player.actions;
  const { hex } = player.offers('heavy')!;
  // A tap places the stronger marker; right after a new question it does nothing.
  const placed = async () => {
    if (player.actions === before) await tap(player, hex!);
    return player.actions > before;
  };
  await expect.poll(placed).toBe(true);
  expect(player.log.at(-1)!.text).toContain('heavy bombardment');
  await player.tab('Tracks').tap();
  await player.tab('Log').tap();
  const small = await player.page.getByRole('button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility() && !button.closest('[role=log]'))
      .filter((button) => button.getBoundingClientRect().height < 43.5)
      .map((button) => button.outerHTML),
  );
  expect(small, 'targets for a finger').toEqual([]);
});

/** Nothing sticks out of the window sideways. */
async function fits(player: Player) {
  const over = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}

/** Taps a hex; where something lies over it, the map is drawn aside first, as a finger would. */
async function tap(player: Player, hex: string) {
  await uncover(player, hex);
  const { x, y } = await player.place(hex);
  await player.page.touchscreen.tap(x, y);
}

/** Rests a finger on a hex until something has come of it. */
async function rest(player: Player, hex: string, until: () => Promise<unknown>) {
  const client = await player.page.context().newCDPSession(player.page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await uncover(player, hex);
  await touch('touchStart', [await player.place(hex)]);
  await until();
  await touch('touchEnd', []);
  await client.detach();
}

async function uncover(player: Player, hex: string) {
  for (let tries = 0; !(await player.free(hex)); tries += 1) {
    expect(tries, `${hex} can be brought into the open`).toBeLessThan(12);
    await drag(player, hex);
  }
}

/** Draws the map with a finger so that the hex comes nearer to the middle of what is free of it. */
async function drag(player: Player, hex: string) {
  const pane = (await player.pane.boundingBox())!;
  const { x, y } = await player.place(hex);
  const aim = { x: pane.x + pane.width / 2, y: pane.y + 0.72 * pane.height };
  const step = (from: number, to: number) => Math.max(-120, Math.min(120, to - from));
  const start = { x: pane.x + pane.width / 2, y: pane.y + 0.8 * pane.height };
  const client = await player.page.context().newCDPSession(player.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  // All at once, however long each takes: a finger that waits between them would be a long press.
  const moves = [0.3, 0.6, 1].map((share) => ({ x: start.x + share * step(x, aim.x), y: start.y + share * step(y, aim.y) }));
  await Promise.all([
    touch('touchStart', [start]),
    ...moves.map((place) => touch('touchMove', [place])),
    touch('touchEnd', []),
  ]);
  await client.detach();
}

/** Taps a counter of a stack that is spread out. */
async function counter(player: Player, id: string) {
  const before = player.actions;
  await player.page.getByRole('button', { name: new RegExp(`^${id.replaceAll('/', '\\/')},`) }).tap();
  await player.played(before);
}

/** Ends phases until the US side moves. */
async function toMovement(player: Player) {
  while (!player.offers('pick')) {
    await player.until(() => player.mine, 'our choice');
    if (player.offers('pick')) break;
    await agree(player, 'done');
    await player.until(() => player.mine, 'our choice');
  }
}

/** Taps an answer, and says yes where the page asks once more. */
async function agree(player: Player, action: string) {
  const before = player.actions;
  await player.answer(player.offers(action)!).tap();
  const yes = player.dialog.getByRole('button', { name: /^(Yes|Roll)/ });
  const done = async () => {
    if (player.actions === before && (await yes.isVisible())) await yes.tap();
    return player.actions;
  };
  await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(before);
}
