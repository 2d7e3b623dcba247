// The way in: a name at the door, a game's page, a lesson that follows the phases, the rules of the moment, the calendar, and
// a tidy list of games.
import { expect, it } from 'vitest';
import { stage } from './stage';

const set = stage();

it('asks for a name once, and needs no account for it', async () => {
  const player = await set.somebody();
  await player.goto('/');
  const door = player.page.getByRole('form', { name: 'Your name' });
  await door.getByRole('textbox').fill('Marshal Ney');
  await door.getByRole('button', { name: 'That is me' }).click();
  await player.page.getByRole('banner').getByText('Marshal Ney').waitFor();
  expect(await door.count()).toBe(0);
  await player.page.reload();
  await player.page.getByRole('banner').getByText('Marshal Ney').waitFor();
  expect(await door.count()).toBe(0);
});

it('leads through the door of a game into its lesson, with the rules of the phase beside the question', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  await player.goto('/games/rock-of-the-marne');
  const sheet = player.page.getByRole('main');
  for (const words of ['John Best', 'How to win', 'Exploitation and patrols']) {
    await sheet.getByText(words).first().waitFor();
  }
  await player.button(/Over the Marne/).click();
  await player.atTable();
  const coach = player.page.getByRole('complementary', { name: 'Over the Marne' });
  await coach.getByText('You command the corps').waitFor();

  // Whoever ends a phase without doing what was asked is met in the next one.
  const before = player.actions;
  await player.button(/End the phase/i).first().click();
  const sure = player.dialog.getByRole('button').first();
  await Promise.race([player.played(before), sure.waitFor().then(() => sure.click())]);
  await player.played(before);
  await coach.getByText('The lit hexes can be attacked').waitFor();

  await player.page.keyboard.press('r');
  const rules = player.page.getByRole('complementary', { name: 'Rules of Rock of the Marne' });
  await rules.getByRole('region', { name: 'Rules of this phase' }).getByText('Series rules 7.0a').waitFor();
  const [book, question] = [await rules.boundingBox(), await player.panel.boundingBox()];
  expect(book!.x + book!.width).toBeLessThanOrEqual(question!.x + 1);
  await player.page.keyboard.press('Escape');

  await player.goto('/');
  await player.page.getByRole('heading', { name: 'My games' }).waitFor();
  await player.button('Put away').click();
  await player.page.getByRole('link', { name: 'Rock of the Marne', exact: true }).first().waitFor({ state: 'detached' });
  await player.button('Archive').click();
  await player.button('Take out').click();
  await player.button('Put away').waitFor();
});

it('has a calendar of reinforcements by turn and side', async () => {
  const player = await set.somebody();
  const made = await player.page.request.post('/api/matches', {
    headers: { 'x-grognard': 'page' },
    data: { game: 'rock-of-the-marne', seats: { german: 'me', allied: { computer: 'random' } } },
  });
  const { match } = await made.json();
  await player.goto(`/m/${match.id}`);
  await player.atTable();
  await player.tab('Tracks').click();
  const calendar = player.page.getByRole('region', { name: 'Reinforcements' });
  const turns = (await calendar.innerText()).match(/Turn \d+/g)!.map((word) => Number(word.slice(5)));
  expect(turns.length).toBeGreaterThan(5);
  expect(turns).toEqual([...turns].sort((a, b) => a - b));
  expect(await calendar.innerText()).toMatch(/Allied, 01\.24: .*F-41/);
});
