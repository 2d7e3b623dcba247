// What others did, as a film: while it runs a click only skips, who comes back sees what he missed as it was, and two
// computers can be watched.
import { expect, it } from 'vitest';
import { moments } from './moments';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('takes a click on the map while moves are shown for a wish to skip, and for nothing else', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'slow', patience: true } });
  const time = await moments(player);
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  await player.choose('standard');
  await player.until(() => player.mine, 'the whole turn of the computer');
  const told = player.actions;
  await time.hold();
  await player.button('Pause').click();
  expect(await waiting(player)).toBeGreaterThan(0);
  const { hex } = player.offers('heavy')!;
  await player.press(hex!);
  await expect.poll(() => player.panel.innerText()).toContain(player.prompt);
  expect(await waiting(player)).toBe(0);
  await player.press(hex!);
  const asked = player.page.getByRole('group', { name: hex!, exact: true });
  expect([player.actions, await asked.count(), await player.dialog.count()]).toEqual([told, 0, 0]);
  await time.pass();
  await player.ready();
  await player.press(hex!);
  await asked.waitFor();
});

it('shows who comes back what he missed, with the positions as they were', async () => {
  const us = await set.somebody({ settings: { computerSpeed: 'slow' } });
  const german = await set.somebody();
  await us.goto('/new');
  await us.wayToPlay(/With a friend/);
  await us.button('Set up the table').click();
  const link = await us.page.getByRole('textbox', { name: 'Link to the seat' }).inputValue();
  await us.button('To the table').click();
  await german.goto(link);
  await Promise.all([us.atTable(), german.atTable()]);
  await us.choose('standard');
  await us.until(() => us.seen === us.actions, 'the server knows what was seen');
  const left = us.actions;
  const match = us.matchId;
  await us.goto('/');

  await german.until(() => german.mine, 'the choice');
  for (const start of ['heavy', 'light', 'done']) await german.choose(german.offers(start)!.action);
  const now = german.actions;

  await us.goto(`/m/${match}`);
  await us.atTable();
  const since = us.page.getByRole('region', { name: 'Since you left' });
  await since.waitFor();
  // While it is shown the table is as it was: the other's phase, his markers on the map, and no line of what came later.
  const phase = us.page.getByText('Turn 1 of 16');
  const phaseNow = () => phase.locator('..').innerText();
  const lines = () => us.page.getByRole('tabpanel').getByRole('log').innerText();
  const drawn = () => us.pane.locator('svg').first().innerHTML();
  const present = { phase: await phaseNow(), lines: await lines(), drawn: await drawn() };
  await since.getByRole('button', { name: 'Watch it' }).click();
  await us.button('Pause').click();
  await us.button('Once more').click();
  await us.button('Pause').click();
  expect(await waiting(us)).toBeGreaterThan(0);
  expect(await waiting(us)).toBeLessThan(now - left);
  expect(await phaseNow()).toContain('German First Bombardment');
  expect(await drawn()).not.toBe(present.drawn);
  expect(present.lines).toContain(await lines());
  expect(await lines()).not.toBe(present.lines);
  await us.button('Skip').click();
  await expect.poll(phaseNow).toBe(present.phase);
  await expect.poll(lines).toBe(present.lines);
  expect(await since.count()).toBe(0);
});

it('shows two computers to whoever leans back', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'slow' } });
  await player.goto('/new?game=march-into-battle');
  await player.wayToPlay(/Watch two computers/);
  await player.button('Set up the table').click();
  await player.atTable();
  expect(player.table!.yours).toEqual([]);
  await player.button('Pause').click();
  const film = player.page.getByRole('group', { name: 'What is being shown' });
  await expect.poll(() => film.count()).toBe(1);
  await player.until(() => player.actions > 20, 'some moves');
  const log = () => player.page.getByRole('log').innerText();
  const before = await log();
  for (let scenes = 0; scenes < 3; scenes += 1) await film.getByRole('button', { name: 'Next scene' }).click();
  await expect.poll(log).not.toBe(before);
  await film.getByRole('button', { name: 'Play' }).click();
  await film.getByRole('button', { name: 'Pause' }).waitFor();
  await film.getByRole('combobox', { name: 'Pace' }).selectOption('instant');
  await player.until(() => player.over, 'the end');
  const result = player.page.getByRole('region', { name: 'Result' });
  await expect.poll(() => result.innerText()).toMatch(/wins|Drawn/);
  const end = await log();

  // The last turn can still be looked at, and the result comes after it.
  await player.button('Settings').click();
  await player.page.getByRole('radio', { name: 'Slow' }).check({ force: true });
  await player.button('Done').click();
  await result.getByRole('button', { name: /Once more/ }).click();
  await film.getByRole('button', { name: 'Pause' }).click();
  expect(await waiting(player)).toBeGreaterThan(0);
  expect(await result.count()).toBe(0);
  expect(await log()).not.toBe(end);
  await film.getByRole('button', { name: 'Skip' }).click();
  await result.waitFor();
  await expect.poll(log).toBe(end);
});

function waiting(player: Player): Promise<number> {
  return player.panel.evaluate((panel) => Number(/(\d+) more/.exec(panel.textContent ?? '')?.[1] ?? 0));
}
