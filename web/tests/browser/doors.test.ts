// The way in: a name at the door, a game's page, a lesson that follows the phases, the rules of the moment, the calendar, and
// a tidy list of games.
import { expect, it } from 'vitest';
import type { GameInfo } from '../../src/lib/wire';
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

it('offers the lessons of every game in its first screenful', async () => {
  const player = await set.somebody({ viewport: { width: 1280, height: 720 } });
  const games: GameInfo[] = await (await player.page.request.get(`${set.server.address}/api/games`)).json();
  await player.goto('/');
  await player.page.getByText('German against Russian or Allied').waitFor();
  for (const { game, lessons } of games) {
    await player.goto(`/games/${game}`);
    if (game === 'clash-of-giants') await player.page.getByText('Russian', { exact: true }).waitFor();
    for (const { title } of lessons) {
      const box = (await player.button(title).boundingBox())!;
      expect(box.y + box.height, `${game}: ${title}`).toBeLessThan(720);
    }
    expect(lessons.length, game).toBeGreaterThan(0);
  }
});

it('leads through the door of a game into its lesson, with the rules of the phase beside the question', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  await player.goto('/games/march-into-battle');
  const sheet = player.page.getByRole('main');
  for (const words of ['Markus Stumptner', 'How to win', 'A chit is drawn']) await sheet.getByText(words).first().waitFor();
  await player.button(/Davout at Teugn/).click();
  await player.atTable();
  const coach = player.page.getByRole('complementary', { name: 'Davout at Teugn' });
  await coach.getByText('You are Davout').waitFor();

  // Whoever ends a phase without doing what was asked is met in the next one.
  await player.choose('done');
  await coach.getByText('Now the divisions').waitFor();

  await player.page.keyboard.press('r');
  const rules = player.page.getByRole('complementary', { name: 'Rules of March into Battle' });
  await rules.getByRole('region', { name: 'Rules of this phase' }).getByText('4.1a').waitFor();
  await rules.getByRole('combobox', { name: 'Go to a chapter' }).selectOption({ label: '6. Movement and facing' });
  // The book slides in from the side, and comes to rest beside the question.
  const overlap = async () => {
    const [book, question] = [(await rules.boundingBox())!, (await player.panel.boundingBox())!];
    return book.x + book.width - question.x;
  };
  await expect.poll(overlap).toBeLessThanOrEqual(1);
  await rules.getByRole('button', { name: 'Close the rules' }).click();

  await player.goto('/');
  await player.page.getByRole('heading', { name: 'My games' }).waitFor();
  await player.button('Put away').click();
  await expect.poll(() => player.button('Put away').count()).toBe(0);
  await player.button('Archive').click();
  await player.button('Take out').click();
  await player.button('Put away').waitFor();
});

it('has a calendar of reinforcements by turn and side', async () => {
  const player = await set.somebody();
  const seats = { french: 'me', coalition: { computer: 'random' } };
  const made = await player.page.request.post('/api/matches', {
    headers: { 'x-grognard': 'page' },
    data: { game: 'march-into-battle', seats },
  });
  const { match } = await made.json();
  await player.goto(`/m/${match.id}`);
  await player.atTable();
  await player.tab('Tracks').click();
  const calendar = player.page.getByRole('region', { name: 'Reinforcements' });
  await calendar.getByText('Turn 2').waitFor();
  expect(await calendar.innerText()).toMatch(/Coalition, 0616: .*Rohan/);
});
