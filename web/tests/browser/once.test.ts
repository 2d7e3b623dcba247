// One press does one thing: its echo, by mouse, finger or key, answers no question that nobody has seen.
import { expect, it } from 'vitest';
import { moments } from './moments';
import type { Player } from './player';
import { stage, type Visit } from './stage';

const set = stage();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The guided battle with a fire put together: one press rolls. */
async function aboutToRoll(visit: Visit = {}) {
  const player = await set.somebody({ ...visit, settings: { computerSpeed: 'instant', patience: true } });
  const time = await moments(player);
  await player.goto('/');
  await player.page.getByRole('button', { name: /Your first battle/ }).click();
  await player.atTable();
  await player.choose('target 3030');
  await player.choose(player.offers('join')!.action);
  const card = await player.carded();
  await time.hold();
  return { player, time, roll: card.getByRole('button', { name: /\broll\b/i }) };
}

/** What came of the roll is on the table, and the next question with it. */
async function rolled(player: Player, before: number) {
  await player.until(() => player.actions > before, 'the roll');
  await player.page.getByRole('status', { name: 'What came of it' }).waitFor();
  await expect.poll(() => player.panel.innerText()).toContain(player.prompt);
}

/** Nothing was done or asked since the roll; once the moment has passed a press is an answer. */
async function held(player: Player, before: number, pass: () => Promise<void>) {
  expect([player.actions, await player.dialog.count()]).toEqual([before + 1, 0]);
  await pass();
  await player.ready();
  await player.answer(player.offers('done')!).click();
  await player.dialog.waitFor();
}

it('takes the second of two clicks for nothing', async () => {
  const { player, time, roll } = await aboutToRoll();
  const before = player.actions;
  const { x, y, width, height } = (await roll.boundingBox())!;
  await player.page.mouse.click(x + width / 2, y + height / 2);
  await rolled(player, before);
  await player.page.mouse.click(x + width / 2, y + height / 2);
  const done = player.answer(player.offers('done')!);
  expect(await done.isDisabled(), 'the next question takes no answer yet').toBe(true);
  await player.press(player.offers('target')!.hex!);
  await held(player, before, time.pass);
});

it('takes the second of two taps for nothing', async () => {
  const { player, time, roll } = await aboutToRoll(phone);
  const before = player.actions;
  const { x, y, width, height } = (await roll.boundingBox())!;
  await player.page.touchscreen.tap(x + width / 2, y + height / 2);
  await rolled(player, before);
  await player.page.touchscreen.tap(x + width / 2, y + height / 2);
  await held(player, before, time.pass);
});

it('takes the second of two digits for nothing', async () => {
  const { player, time } = await aboutToRoll();
  const before = player.actions;
  const buttons = player.choices.filter(({ piece, hex }) => piece === undefined && hex === undefined);
  const digit = String(buttons.findIndex(({ action }) => action === 'fire') + 1);
  await player.button('Whole board').focus();
  await player.page.keyboard.press(digit);
  await rolled(player, before);
  for (const key of [digit, '1', '2']) await player.page.keyboard.press(key);
  await held(player, before, time.pass);
});

it('asks before dice and before an early end, and takes no echo for the answer', async () => {
  const player = await set.somebody({ settings: { patience: true } });
  const time = await moments(player);
  await player.goto('/new?game=rock-of-the-marne');
  await player.wayToPlay(/Two at this screen/);
  await player.page.getByRole('combobox', { name: 'Scenario' }).selectOption('ardre');
  await player.button('Set up the table').click();
  await player.atTable();
  while (player.offers('done')?.leaves === undefined) await player.choose((player.offers('done') ?? player.choices[0]!).action);

  // It says how many could still act, and only a second press that is meant ends the phase.
  const { leaves } = player.offers('done')!;
  expect(leaves).toMatch(/^\d+ units? (has|have) not/);
  const before = player.actions;
  await player.ready();
  await time.hold();
  await player.answer(player.offers('done')!).click();
  await expect.poll(() => player.dialog.innerText()).toContain(leaves);
  const yes = player.dialog.getByRole('button', { name: /^Yes/ });
  const focus = () => player.page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focus).toBe('Not yet');
  await yes.click();
  expect([player.actions, await player.dialog.count()], 'an echo').toEqual([before, 1]);
  await time.pass();
  await player.dialog.getByRole('button', { name: 'Not yet' }).click();
  await expect.poll(() => player.dialog.count()).toBe(0);
  expect(player.actions).toBe(before);
  await player.answer(player.offers('done')!).click();
  await player.ready();
  await time.hold();
  await yes.click();
  await player.until(() => player.actions > before, 'the end of the phase');

  // The button for taking back is held as long as its key.
  const undo = player.button('Undo');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.click();
  await player.page.keyboard.press('u');
  expect(player.actions).toBe(before + 1);
  await time.pass();
  await player.ready();
  await undo.click();
  await player.until(() => player.actions === before, 'the undo');
});
