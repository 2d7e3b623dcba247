// An attack from the first press to the dice: the card, the arrows, few presses, and dice wherever they belong.
import { expect, it } from 'vitest';
import { said } from '../../src/counters/roster';
import { addsUp, type Player } from './player';
import { stage, type Visit } from './stage';

const set = stage();

it('fights with three presses', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' }, reducedMotion: 'reduce' });
  const { page } = player;
  await player.goto('/');
  await page.getByRole('button', { name: /Your first battle/ }).click();
  await player.atTable();
  const card = page.getByRole('region', { name: 'The attack' });

  // First press: the target. It is marked, an arrow comes from each hex that could fire, and the odds are there.
  let before = player.actions;
  await player.press('3030');
  await player.played(before);
  await card.waitFor();
  await expect.poll(() => player.pane.locator('.target').count()).toBe(1);
  await expect.poll(() => player.pane.locator('.arrow.under').count()).toBeGreaterThan(1);
  await expect.poll(() => card.innerText()).toMatch(/up to \d+:1/);

  // Second press: one counter joins, by what it adds; the others say what they would add to that.
  before = player.actions;
  await card.getByRole('button', { name: /^Heavy weapons emplacement 1 .*:1$/ }).click();
  await player.played(before);
  await expect.poll(() => card.innerText()).toMatch(/\+\d+ to the odds/);
  addsUp(await player.fates(card));

  // Third press: the dice. They lie by the hex, on the card, in the log and in the tray.
  before = player.actions;
  await card.getByRole('button', { name: /\broll\b/i }).click();
  await player.played(before);
  const fell = player.log.flatMap(({ rolls }) => rolls ?? []);
  expect(fell.length).toBeGreaterThan(0);
  await expect.poll(() => player.pane.locator('.landed .die').count()).toBe(fell.length);
  const said = `d6 = ${fell[0]!.total}`;
  await expect.poll(() => page.getByRole('status', { name: 'What came of it' }).innerText()).toContain(said);
  await expect.poll(() => page.getByRole('log').innerText()).toContain(said);
  await player.tab('Dice').click();
  const tray = page.getByRole('tabpanel');
  await expect.poll(() => tray.getByRole('listitem').count()).toBe(fell.length);
  await expect.poll(() => tray.innerText()).toContain('too few to speak of luck');
});

it('keeps a standing order until it is withdrawn, in the settings too', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  const { page } = player;
  await player.goto('/');
  await page.getByRole('button', { name: /Your first battle/ }).click();
  await player.atTable();
  await player.choose('target 3030');
  const order = page.getByRole('checkbox', { name: /all that can join do so at once/ });
  await order.check();
  await player.button('Undo').click();
  await player.until(() => player.actions === 0, 'the undo');

  // The order joins whoever can, without a question.
  await player.choose('target 3030');
  await player.until(() => player.offers('fire') !== undefined, 'everybody has joined');
  expect(player.actions).toBe(2);

  await player.button('Settings').click();
  const orders = player.dialog.getByRole('region', { name: 'Standing orders' });
  await expect.poll(() => orders.getByRole('listitem').allInnerTexts()).toHaveLength(1);
  expect(await orders.innerText()).toContain('First Blood: Second Marne: all that can join an attack do so at once.');
  await orders.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => orders.innerText()).toContain('None but the usual ones.');
  await player.button('Done').click();
  await page.reload();
  await player.atTable();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('grognard.settings')!).orders);
  expect(kept).toEqual({});
});
/** Counts every press of a button of the mouse from here on. */
async function counted(player: Player): Promise<() => Promise<number>> {
  await player.page.evaluate(() => {
    Object.assign(window, { presses: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { presses: Reflect.get(window, 'presses') + 1 }), true);
  });
  return () => player.page.evaluate(() => Reflect.get(window, 'presses') as number);
}

/** At the table of a game's guided battle. */
async function guided(game: string, lesson: RegExp, visit: Visit = {}): Promise<Player> {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' }, reducedMotion: 'reduce', ...visit });
  await player.goto(`/games/${game}`);
  await player.button(lesson).click();
  await player.atTable();
  return player;
}

/** What comes before the first attack of the guided battle of March into Battle. */
const beforeTeugn = ['leader davout', 'to 1008', 'pick st-hilaire', 'to 1008', 'ready S', 'pick friant', 'to 1109', 'ready NW'];

/** Says these one after the other, and ends every phase in which the next is not offered. */
async function say(player: Player, actions: string[]): Promise<void> {
  for (const action of actions) {
    await until(player, action);
    await player.choose(action);
  }
}

async function until(player: Player, action: string): Promise<void> {
  while (!player.choices.some((choice) => choice.action === action)) await player.choose('done');
}

it('has a card while attacks are declared in March into Battle', async () => {
  const player = await guided('march-into-battle', /Davout at Teugn/);
  await say(player, [...beforeTeugn, 'attack st-hilaire 1009']);
  const card = player.page.getByRole('region', { name: 'The attack' });
  await card.getByRole('heading', { name: '1009' }).waitFor();
  await expect.poll(() => player.pane.locator('.target').count()).toBe(1);
  await expect.poll(() => player.pane.locator('.arrow.under').count()).toBeGreaterThan(0);

  // Friant says what he would add; one press on the card lets him join, one ends the declaring, and one rolls.
  const presses = await counted(player);
  const joins = card.getByRole('button', { name: /Friant.* attacks 1009/ });
  await expect.poll(() => joins.innerText()).toMatch(/[+−]\d/);
  let actions = player.actions;
  await joins.click();
  await player.played(actions);
  for (const make of [/no more attacks/i, /fight in 1009/i]) {
    actions = player.actions;
    await card.getByRole('button', { name: make }).click();
    await player.played(actions);
  }
  expect(await presses()).toBe(3);
  expect(player.log.flatMap(({ rolls }) => rolls ?? []).length).toBeGreaterThan(0);
});

it('hides no target under its odds on a narrow page', async () => {
  const player = await guided('march-into-battle', /Davout at Teugn/, { viewport: { width: 390, height: 844 } });
  await say(player, beforeTeugn);
  const attack = 'attack st-hilaire 1009';
  await until(player, attack);
  await player.page.getByRole('button', { name: 'Dismiss the coach' }).click();
  await player.ready();
  await player.takeUp(player.offers(attack)!);
  const odds = player.panel.getByRole('status').filter({ hasText: /attacks 1009/ });
  await odds.getByRole('list', { name: 'What becomes of the defender' }).waitFor();
  await expect.poll(() => player.free('1009')).toBe(true);
  const [shown, pane] = [await odds.boundingBox(), await player.pane.boundingBox()];
  expect(shown!.y).toBeGreaterThanOrEqual(pane!.y + pane!.height - 1);
});

it('moves a counter with one drag, and a whole stack with two presses', async () => {
  const player = await guided('first-blood', /the embankment/);
  await toMovement(player);
  const inHex = (hex: string | undefined) => movers(player).filter((piece) => player.hexOf(piece) === hex);
  const [only, some] = [1, 2].map((count) => movers(player).find((piece) => inHex(player.hexOf(piece)).length === count)!);
  const [alone, crowded, several] = [player.hexOf(only!)!, player.hexOf(some!)!, inHex(player.hexOf(some!))];
  const presses = await counted(player);

  // One drag takes a counter up and puts it down.
  let goal = await neighbour(player, alone);
  let actions = player.actions;
  await carry(player, alone, goal);
  await player.until(() => player.actions >= actions + 2, 'a dragged counter');
  expect([player.hexOf(only!), await presses()]).toEqual([goal, 1]);

  // A stack spreads where the pointer rests; all of it is taken up, and goes one by one, as the rules have it.
  goal = await neighbour(player, crowded);
  actions = player.actions;
  const stack = await player.place(crowded);
  await player.page.mouse.move(stack.x, stack.y);
  await player.page.getByRole('button', { name: /together/ }).click();
  await player.until(() => player.actions > actions, 'the first of a stack');
  await player.press(goal);
  await player.until(() => several.every((piece) => player.hexOf(piece) === goal), 'a whole stack');
  expect(await presses()).toBe(3);
});

it('carries a whole stack with one drag', async () => {
  const player = await guided('first-blood', /the embankment/);
  await toMovement(player);
  const inHex = (hex: string | undefined) => movers(player).filter((piece) => player.hexOf(piece) === hex);
  const hex = player.hexOf(movers(player).find((piece) => inHex(player.hexOf(piece)).length === 2)!)!;
  const stack = inHex(hex);
  const goal = await neighbour(player, hex);
  const presses = await counted(player);
  await player.page.keyboard.down('Shift');
  await carry(player, hex, goal);
  await player.page.keyboard.up('Shift');
  await player.until(() => stack.every((piece) => player.hexOf(piece) === goal), 'a whole stack');
  expect(await presses()).toBe(1);
});

it('tells first what may become of a target that is pointed at, and then how it adds up', async () => {
  const player = await guided('rock-of-the-marne', /Over the Marne/);
  await say(player, ['pick G-23', 'to 19.13']);
  await until(player, 'target 19.12');
  await player.ready();
  const { x, y } = await player.reach('19.12');
  await player.page.mouse.move(x, y);
  const odds = player.panel.getByRole('status').filter({ hasText: /attack 19\.12/i });
  const fates = odds.getByRole('list', { name: 'What becomes of the defender' });
  await fates.waitFor();
  const { sum } = player.forecasts.get('target 19.12')!;
  const [first, then] = [await fates.boundingBox(), await odds.getByText(said(sum.label), { exact: true }).first().boundingBox()];
  expect(first!.y).toBeLessThan(then!.y);
});

it('attacks with whoever is dragged onto the enemy, and says why somebody cannot', async () => {
  const player = await guided('rock-of-the-marne', /Over the Marne/);
  await say(player, ['pick G-23', 'to 19.13']);
  await until(player, 'target 19.12');
  await player.ready();
  const { page } = player;

  // The odds open on the way, before anything is let go; who is not next to the enemy is told so.
  const far = player.hexOf('G-200')!;
  await carry(player, far, '19.12', () => player.panel.getByRole('status').filter({ hasText: /attack 19\.12/i }).waitFor());
  await page.getByRole('dialog', { name: `Why not ${far}?` }).getByText(/not next to the attacked hex/).waitFor();
  expect(player.choices.filter(({ role }) => role === 'join').length).toBeGreaterThan(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await player.until(() => player.offers('target 19.12') !== undefined, 'the question of before');
  await player.ready();

  // With Shift the whole stack attacks: one press.
  const presses = await counted(player);
  await page.keyboard.down('Shift');
  await carry(player, '19.13', '19.12');
  await page.keyboard.up('Shift');
  await player.until(() => player.offers('fight') !== undefined && player.offers('join') === undefined, 'a stack that attacks');
  expect(await presses()).toBe(1);
  const card = await player.carded();
  await card.getByRole('heading', { name: '19.12' }).waitFor();
});

it('lets all of a stack advance by one press', async () => {
  const player = await guided('rock-of-the-marne', /Over the Marne/);
  await say(player, ['pick G-23', 'to 19.13', 'target 19.12', 'join all', 'shift G-HQ-8Res', 'fight']);
  await player.until(() => player.offers('advance') !== undefined, 'an empty hex');
  await player.ready();
  const { x, y } = await player.reach('19.13');
  await player.page.mouse.move(x, y);
  const together = player.page.getByRole('button', { name: 'All 2 together' });
  await together.waitFor();
  await together.click();
  await player.until(() => ['G-23', 'G-Storm-1'].every((piece) => player.hexOf(piece) === '19.12'), 'both');
});

it('asks for the modes of all HQs row by row', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  await player.goto('/new?game=miracle-on-the-marne');
  await player.wayToPlay(/Alone against the computer/);
  await player.button('Set up the table').click();
  await player.atTable();
  await player.until(() => player.mine, 'our first choice');
  const modes = player.choices.filter(({ action }) => action.startsWith('mode '));
  expect(modes.some(({ piece }) => player.hexOf(piece!) !== undefined), 'the HQs are not on the map yet').toBe(false);
  await expect.poll(() => player.panel.locator('.rows').getByRole('button').count()).toBe(modes.length);
  const before = player.actions;
  await player.ready();
  await player.panel.locator('.rows').getByRole('button', { name: new RegExp(said(modes[0]!.text), 'i') }).click();
  await player.played(before);

  // Those on the map too: a mode is one press.
  const learner = await guided('miracle-on-the-marne', /On the Ourcq/);
  expect(learner.hexOf('Linsingen')).toBe('2415');
  const presses = await counted(learner);
  await learner.panel.locator('.rows').getByRole('button', { name: /von Linsingen to Offensive mode/ }).click();
  await learner.played(0);
  expect(await presses()).toBe(1);
});

it('moves and faces with one drag in March into Battle', async () => {
  const player = await guided('march-into-battle', /Davout at Teugn/);
  await player.choose('done');
  await player.until(() => player.offers('pick friant') !== undefined, 'the actions');
  await player.ready();
  const [start, end, ahead] = [await player.place('1208'), await player.place('1109'), await player.place('1009')];
  const presses = await counted(player);
  const before = player.actions;
  await player.page.mouse.move(start.x, start.y);
  await player.page.mouse.down();
  // Let go near the edge toward the enemy: that is where the division looks.
  await player.page.mouse.move(end.x + 0.35 * (ahead.x - end.x), end.y + 0.35 * (ahead.y - end.y), { steps: 6 });
  await player.page.mouse.up();
  await player.until(() => player.actions >= before + 3, 'a division that has moved and faces');
  expect([player.hexOf('friant'), await presses()]).toEqual(['1109', 1]);
  expect(player.view!.pieces.find(({ id }) => id === 'friant')!.facing).toBe('SW');
});

/** Drags with the mouse from hex to hex; on the way something may be looked at. */
async function carry(player: Player, from: string, to: string, look = async () => {}): Promise<void> {
  const [start, end] = [await player.place(from), await player.place(to)];
  // Both at once: a stack over which the pointer rests spreads, and what is pressed then is one of its counters.
  await Promise.all([player.page.mouse.move(start.x, start.y), player.page.mouse.down()]);
  await player.page.mouse.move(end.x, end.y, { steps: 6 });
  await look();
  await player.page.mouse.up();
}

/** The counters that can be moved. */
const movers = (player: Player) => player.choices.flatMap(({ role, piece }) => (role === 'lead' && piece ? [piece] : []));

async function toMovement(player: Player): Promise<void> {
  while (movers(player).length === 0) {
    await player.choose('done');
    // The other side's answer comes first.
    await player.until(() => player.choices.length > 0, 'the next question');
  }
}

/** A free hex beside another. */
async function neighbour(player: Player, hex: string): Promise<string> {
  const board = await player.board();
  const here = board.hexes.find(({ id }) => id === hex)!;
  const held = new Set(player.view!.pieces.flatMap(({ hexes }) => hexes ?? []));
  const away = (other: { x: number; y: number }) => Math.hypot(other.x - here.x, other.y - here.y);
  const free = board.hexes.filter(({ id }) => id !== hex && !held.has(id));
  return free.reduce((best, other) => (away(other) < away(best) ? other : best)).id;
}
