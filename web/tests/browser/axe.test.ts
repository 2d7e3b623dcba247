// Nothing on any page that axe would complain of: by daylight and by lamplight, on a desk and on a phone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage, type Visit } from './stage';

const set = stage();
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const visits: { name: string; visit: Visit }[] = [
  { name: 'by daylight', visit: { settings: { theme: 'light' } } },
  { name: 'by lamplight', visit: { settings: { theme: 'dark' } } },
  { name: 'on a phone', visit: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];

it.each(visits)('finds nothing $name', async ({ visit }) => {
  set.allow(/Failed to load resource.*404/);
  // Nothing fades in or out while it is looked at.
  const player = await set.somebody({
    ...visit,
    reducedMotion: 'reduce',
    settings: { ...visit.settings, computerSpeed: 'instant' },
  });
  const { page } = player;
  await plainPages(player);

  await player.goto('/new?game=rock-of-the-marne');
  await player.wayToPlay(/Two at this screen/);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('ardre');
  await player.button('Set up the table').click();
  await player.atTable();
  await look(player, 'the first question');
  while (!player.offers('target')) await player.choose(player.offers('done')!.action);
  await player.choose(player.offers('target')!.action);
  await player.choose((player.offers('join all') ?? player.offers('join'))!.action);
  await player.carded();
  await look(player, 'an attack in hand');
  await player.choose(player.offers('fight')!.action);
  for (const tab of ['Dice', 'Tracks', 'Charts', 'Chat', 'Table', 'Log']) {
    await player.tab(tab).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    await look(player, `the tab ${tab}`);
  }

  await player.tab('Table').click();
  await player.button('Concede').click();
  await look(player, 'a question in a dialog');
  await player.dialog.getByRole('button', { name: 'Concede' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.waitFor();
  await look(player, 'the result');
  await result.getByRole('link', { name: 'Replay', exact: true }).click();
  await page.getByRole('slider', { name: 'Action' }).waitFor();
  await page.keyboard.press('End');
  for (const tab of ['Log', 'Dice', 'Table', 'Charts', 'Proof']) {
    await page.getByRole('group', { name: 'Beside the map' }).getByRole('button', { name: tab }).click();
    await look(player, `the replay, ${tab}`);
  }
});

/** The pages around the table. */
async function plainPages(player: Player) {
  const { page } = player;
  await player.goto('/');
  await page.getByRole('button', { name: /Your first battle/ }).waitFor();
  await look(player, 'the lobby');
  await player.button('Settings').click();
  await look(player, 'the settings');
  await page.keyboard.press('Escape');
  await player.button('Help').click();
  await look(player, 'the help');
  await page.keyboard.press('Escape');
  await player.goto('/new');
  await player.button('Set up the table').waitFor();
  await look(player, 'a new game');
  await player.goto('/games/march-into-battle');
  await page.getByRole('heading', { name: 'A turn' }).waitFor();
  await page.getByRole('heading', { name: /Rules, in our own words/ }).waitFor();
  await look(player, 'the page of a game');
  await player.goto('/games/first-blood/college');
  await player.button(/The strongest first/).waitFor();
  await look(player, 'the staff college');
  await player.button(/The strongest first/).click();
  await player.atTable();
  await look(player, 'a problem');
  await player.choose('target 2831');
  await page.getByText('Right.').waitFor();
  await look(player, 'a problem that is solved');
  await player.goto('/replay');
  await page.getByLabel(/Open a record/).waitFor();
  await look(player, 'replays');
  await player.goto('/account');
  await page.getByRole('heading', { name: 'Make an account' }).waitFor();
  await look(player, 'the account');
  for (const [path, heading] of [['/tournaments', 'Tournaments'], ['/ratings', 'Ratings'], ['/archive', 'Archive']] as const) {
    await player.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await look(player, heading);
  }
  await player.goto('/off/the/map');
  await page.getByRole('heading', { name: 'Off the map' }).waitFor();
  await look(player, 'no page');
}

/** What axe has to say, each with the first place where it found it. */
async function look({ page }: Player, where: string) {
  // The page's policy lets no script in; what a test evaluates is not the page's. It stays until another page is loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (how: RunOptions) => Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}, ${nodes.length}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  });
  expect(found, where).toEqual([]);
}
