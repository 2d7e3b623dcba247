// Accounts: a guest becomes somebody, is the same person elsewhere, and leaves everywhere at once.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const name = 'Ulysses McAlexander';
const password = 'rock of the Marne';

it('keeps the games of a guest who makes an account, on every browser', async () => {
  set.allow(/Failed to load resource.*40[13]/);
  const here = await set.somebody();
  await here.newGame(/Alone against the computer/);
  await here.atTable();
  const match = here.matchId;
  await here.goto('/account');
  await sign(here, 'Make an account', 'Make the account', password);
  await here.page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await here.page.getByRole('banner').innerText()).toContain(name);

  await here.button('Sign out').and(here.page.getByText('Sign out', { exact: true })).click();
  await here.page.waitForURL('/');
  await here.page.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await here.page.getByRole('heading', { name: 'My games' }).count()).toBe(0);

  const there = await set.somebody();
  await there.goto('/account');
  await sign(there, 'Sign in', 'Sign in', 'not the word');
  await there.page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor();
  await sign(there, 'Sign in', 'Sign in', password);
  await there.page.getByRole('heading', { level: 1, name }).waitFor();
  await mine(there, match);
  await there.goto(`/m/${match}`);
  await there.atTable();
  expect(there.table!.yours).toEqual(['us']);

  await here.goto('/account');
  await sign(here, 'Sign in', 'Sign in', password);
  await here.page.getByText('You are signed in at one other place.').waitFor();
  // Away from the table, where somebody who is signed out sits on as a guest.
  await there.goto('/');
  await there.page.getByRole('banner').getByText(name).waitFor();
  await here.button('Sign out everywhere').click();
  await here.page.getByRole('link', { name: 'Sign in' }).waitFor();
  await there.page.reload();
  await there.page.getByRole('link', { name: 'Sign in' }).waitFor();
});

it('tells the token of a bot once', async () => {
  const player = await set.somebody();
  await player.goto('/account');
  await sign(player, 'Make an account', 'Make the account', password, 'Botmaster');
  const bots = card(player, 'Bots');
  await bots.getByRole('textbox', { name: 'Name of the bot' }).fill('Steam hammer');
  await bots.getByRole('button', { name: 'Make a token' }).click();
  const told = bots.getByRole('code').or(bots.locator('code'));
  const token = await told.first().innerText();
  expect(token.length).toBeGreaterThan(20);
  const me = await player.page.request.get('/api/me', { headers: { authorization: `Bearer ${token}`, cookie: '' } });
  expect(await me.text()).toContain('Botmaster');
  await player.page.reload();
  await bots.getByText('Steam hammer').waitFor();
  expect(await player.page.content()).not.toContain(token);
  await bots.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => bots.getByText('Steam hammer').count()).toBe(0);
});

function card(player: Player, title: string) {
  return player.page.locator('form').filter({ has: player.page.getByRole('heading', { name: title, exact: true }) });
}

async function sign(player: Player, title: string, button: string, word: string, as = name) {
  const form = card(player, title);
  await form.getByRole('textbox', { name: 'Name' }).fill(as);
  await form.getByLabel('Password').fill(word);
  await form.getByRole('button', { name: button }).click();
}

async function mine(player: Player, match: string) {
  await player.goto('/');
  const games = player.page.getByRole('region', { name: 'My games' });
  await games.locator(`a[href="/m/${match}"]`).first().waitFor();
}
