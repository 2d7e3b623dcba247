// The staff college: from the list to the table, a wrong answer and a right one, the answer shown, by mouse, by keys and on a
// phone.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const instant = { settings: { computerSpeed: 'instant' } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, ...instant };

const panel = (player: Player) => player.page.getByRole('complementary', { name: 'Problem: The strongest first' });

it('tells right from wrong, why, and goes on to the next problem', async () => {
  const player = await set.somebody(instant);
  await player.goto('/games/first-blood');
  await player.page.getByRole('link', { name: 'Staff college' }).click();
  await player.page.getByRole('heading', { name: 'Staff college' }).waitFor();
  await expect.poll(() => player.page.getByRole('status').filter({ hasText: 'solved' }).innerText()).toMatch(/^0 of \d+ solved$/);
  await player.button(/The strongest first/).click();
  await player.atTable();
  await panel(player).getByText('Where do you begin?').waitFor();

  // A wrong answer says nothing of the right one.
  await player.choose('target 2931');
  await panel(player).getByText('Not so.').waitFor();
  expect(await panel(player).innerText()).not.toContain('worth more');
  const first = player.matchId;
  await panel(player).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => player.matchId).not.toBe(first);
  await player.until(() => player.actions === 0 && player.offers('target 2831') !== undefined, 'the position anew');
  await player.atTable();
  await panel(player).getByText('Where do you begin?').waitFor();

  await player.choose('target 2831');
  await panel(player).getByText('Right.').waitFor();
  expect(await panel(player).innerText()).toMatch(/worth more than both[\s\S]*Played on 160 times/);
  // What is solved stays solved when the page is read anew.
  await player.page.reload();
  await panel(player).getByText('Right.').waitFor();
  const second = player.matchId;
  await panel(player).getByRole('button', { name: 'Next problem' }).click();
  await expect.poll(() => player.matchId).not.toBe(second);
  await player.page.getByRole('complementary', { name: /^Problem: / }).getByText('Play it on the map.').waitFor();

  await player.goto('/games/first-blood/college');
  await expect.poll(() => player.page.getByRole('status').filter({ hasText: 'solved' }).innerText()).toMatch(/^1 of \d+ solved$/);
  await player.button(/The strongest first.*solved/).waitFor();
  // Problems fill no list.
  await player.goto('/');
  await player.button('Archive').click();
  await player.page.getByText(/staff college/).first().waitFor();
});

it('shows the answer, and counts it as shown', async () => {
  const player = await set.somebody(phone);
  await player.goto('/games/first-blood/college');
  await player.button(/The strongest first/).tap();
  await player.atTable(false);
  const wide = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, 'nothing sticks out').toBeLessThanOrEqual(0);
  await panel(player).getByRole('button', { name: 'Show me' }).tap();
  await panel(player).getByText('The answer.').waitFor();
  expect(await panel(player).innerText()).toMatch(/Fire into 2831/);
  await panel(player).getByRole('link', { name: 'All problems' }).tap();
  await player.button(/The strongest first.*shown/).waitFor();
  await expect.poll(() => player.page.getByRole('status').filter({ hasText: 'solved' }).innerText()).toMatch(/^0 of \d+ solved$/);
});

it('is answered with keys only', async () => {
  const player = await set.somebody(instant);
  const { keyboard } = player.page;
  await player.goto('/games/first-blood/college');
  await player.button(/The strongest first/).focus();
  await keyboard.press('Enter');
  await player.atTable(false);
  await player.ready();
  await keyboard.press('/');
  await keyboard.type('into 2831');
  await keyboard.press('Enter');
  await panel(player).getByText('Right.').waitFor();
  await panel(player).getByRole('button', { name: 'Next problem' }).focus();
  const solved = player.matchId;
  await keyboard.press('Enter');
  await expect.poll(() => player.matchId).not.toBe(solved);
});
