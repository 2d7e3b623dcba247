// A tournament from the first sign-up to the last match, and what is left of it: ratings, and an archive.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const password = 'rock of the Marne';

/** Somebody with an account who wants to be rated. */
async function member(name: string): Promise<Player> {
  const player = await set.somebody();
  await player.goto('/account');
  const form = player.page.locator('form').filter({ has: player.page.getByRole('heading', { name: 'Make an account', exact: true }) });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Make the account' }).click();
  await player.page.getByRole('heading', { level: 1, name }).waitFor();
  const told = player.page.waitForResponse((response) => response.url().endsWith('/api/me') && response.request().method() === 'PATCH');
  await player.page.getByRole('switch', { name: /Rate me/ }).check();
  expect((await told).ok()).toBe(true);
  return player;
}

/** The rows of the standings as they are read, without the time that everybody has used. */
async function standings({ page }: Player): Promise<string[]> {
  const rows = await page.getByRole('region', { name: /Standings|Players/ }).locator('tbody tr').allInnerTexts();
  return rows.map((row) => row.replace(/\s+/g, ' ').replace(/(\d) [\d.]+ \S+$/, '$1').trim());
}

/** Comes to a match of the present round, by its link on the tournament's page. */
async function come(player: Player, tournament: string, board: number): Promise<void> {
  await player.goto(tournament);
  const round = player.page.getByRole('region', { name: 'Round 1' });
  await round.locator('a[href^="/m/"]').nth(board).click();
  await player.page.waitForURL(/\/m\//);
}

it('is signed up for, paired, played and read afterwards', async () => {
  const host = await member('Berthier');
  const guest = await member('Caulaincourt');
  await host.goto('/tournaments');
  await host.page.getByText('Nobody has held a tournament here yet.').waitFor();
  await host.button('Hold a tournament').click();
  await host.page.getByRole('textbox', { name: 'Title' }).fill('The grand quarters');
  await host.page.getByRole('spinbutton', { name: 'Places' }).fill('4');
  await host.button('Open it for players').click();
  await host.page.getByRole('heading', { level: 1, name: 'The grand quarters' }).waitFor();
  const tournament = new URL(host.page.url()).pathname;
  await host.button('Sign up').click();
  await host.button('Withdraw').waitFor();

  await guest.goto('/tournaments');
  await guest.page.getByRole('link', { name: 'The grand quarters' }).click();
  await guest.button('Sign up').click();
  await guest.button('Withdraw').waitFor();
  expect(await standings(guest)).toEqual(['Berthier', 'Caulaincourt (you)']);

  await host.page.reload();
  await host.button('Begin').click();
  await host.page.getByRole('heading', { name: 'Round 1' }).waitFor();
  expect(await standings(host)).toEqual(['1 Berthier (you) 0 0 0 0', '1 Caulaincourt 0 0 0 0']);

  // What gives matches up is asked once.
  await host.button(/^Withdraw/).click();
  await host.dialog.getByText('Your matches that are not over are lost').waitFor();
  await host.dialog.getByRole('button', { name: 'Not yet' }).click();
  expect(await standings(host)).toEqual(['1 Berthier (you) 0 0 0 0', '1 Caulaincourt 0 0 0 0']);

  // Both sides once: two matches, and the guest gives up both.
  for (const board of [0, 0]) {
    await come(host, tournament, board);
    await come(guest, tournament, board);
    await host.atTable();
    await guest.atTable();
    await guest.tab('Table').click();
    await guest.button('Concede').click();
    await guest.dialog.getByRole('button', { name: 'Concede' }).click();
    await guest.page.getByRole('region', { name: 'Result' }).waitFor();
  }
  await expect.poll(async () => {
    await host.goto(tournament);
    await host.page.getByRole('heading', { level: 1, name: 'The grand quarters' }).waitFor();
    return host.page.getByText('Won by Berthier.').count();
  }).toBe(1);
  expect(await standings(host)).toEqual(['1 Berthier (you) 2 2 0 0', '2 Caulaincourt 0 2 4 0']);

  await host.page.getByRole('link', { name: 'Ratings' }).click();
  const rows = host.page.getByRole('row');
  await rows.filter({ hasText: 'Berthier' }).waitFor();
  expect(await rows.filter({ hasText: 'Berthier' }).innerText()).toMatch(/1[67]\d\d\?.*2 – 0 – 0/s);
  expect(await rows.filter({ hasText: '★ veteran, computer' }).innerText()).toContain('1500');

  await host.page.getByRole('link', { name: 'Archive' }).click();
  const found = host.page.getByRole('main').getByRole('listitem');
  await expect.poll(() => found.count()).toBe(2);
  await host.page.getByRole('textbox', { name: 'Player' }).fill('Berthier');
  await host.page.getByRole('combobox', { name: 'Result' }).selectOption('lost');
  await host.button('Search').click();
  await host.page.getByText('No finished match is like that.').waitFor();
  await host.page.getByRole('combobox', { name: 'Result' }).selectOption('won');
  await host.button('Search').click();
  await expect.poll(() => found.count()).toBe(2);
  const link = await host.page.getByRole('link', { name: 'Download the records' }).getAttribute('href');
  const lines = (await (await host.page.request.get(link!)).text()).trim().split('\n');
  expect(lines.length).toBe(3);
  expect(JSON.parse(lines[2]!)).toEqual({ next: null });
});
