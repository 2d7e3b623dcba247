// An attack from the first press to the dice: the card, the arrows, few presses, and dice wherever they belong.
import { expect, it } from 'vitest';
import { addsUp } from './player';
import { stage } from './stage';

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
  await card.getByRole('button', { name: /^HW1 .*:1$/ }).click();
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
  await expect.poll(() => orders.innerText()).toContain('None.');
  await player.button('Done').click();
  await page.reload();
  await player.atTable();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('grognard.settings')!).orders);
  expect(kept).toEqual({});
});
