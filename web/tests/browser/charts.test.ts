// The charts in a fight: the column lights up, each step is told with its clauses, the cell of the roll is ringed.
import { expect, it } from 'vitest';
import { said } from '../../src/counters/roster';
import type { Chart, Reading } from '../../src/lib/wire';
import { stage } from './stage';

const set = stage();

it('lights the column of a fight, tells its steps, and rings the cell of the roll', async () => {
  const player = await set.somebody();
  const { page } = player;
  await player.goto('/new?game=rock-of-the-marne');
  await player.wayToPlay(/Two at this screen/);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('ardre');
  await player.button('Set up the table').click();
  await player.atTable();
  const charts: Chart[] = await (await page.request.get('/api/games/rock-of-the-marne/charts?scenario=ardre')).json();

  // To the first attack; nothing is lit before dice are to be read.
  while (!player.offers('target')) await player.choose(player.offers('done')!.action);
  await page.keyboard.press('h');
  const sheet = page.getByRole('tabpanel', { name: 'Charts' });
  const titles = sheet.locator('summary').filter({ hasNotText: 'What the dice come to' });
  await expect.poll(() => titles.allInnerTexts()).toEqual(charts.map(({ name }) => name));
  await player.choose(player.offers('target')!.action);
  await player.choose((player.offers('join all') ?? player.offers('join'))!.action);

  // The odds of the attack.
  const fight = player.offers('fight')!;
  await player.until(() => player.forecasts.has(fight.action), 'the odds');
  const aim = player.forecasts.get(fight.action)!.aims![0]!;
  const combat = sheet.getByRole('grid', { name: aim.chart });
  await expect.poll(() => combat.locator('th[aria-current]').allInnerTexts()).toEqual([aim.column]);
  const steps = sheet.getByRole('list', { name: 'How the column is found' });
  await expect.poll(() => steps.innerText()).toContain(aim.from);
  for (const step of aim.steps ?? []) {
    for (const words of [said(step.label), ...step.clauses]) expect(await steps.innerText()).toContain(words);
  }
  expect(await combat.locator('.ring').count()).toBe(0);

  // The roll.
  await player.choose(fight.action);
  const read = player.log.flatMap(({ rolls }) => rolls ?? []).findLast(({ table }) => table)!.table as Reading;
  const chart = charts.find(({ name }) => name === read.name)!;
  const line = chart.lines.find(({ head }) => head === read.line)!;
  const cell = line.cells[chart.columns.indexOf(read.column!)]!;
  expect(cell.code).toBe(read.result);
  await page.mouse.move(1, 1);
  await expect.poll(() => combat.locator('.ring').allInnerTexts()).toEqual([read.result]);
  const told = sheet.getByRole('figure', { name: read.name });
  await expect.poll(() => told.innerText()).toContain(`${cell.code}: ${cell.words}.`);

  // By keyboard the words of the neighbouring cell are told.
  await combat.locator('.ring').focus();
  await page.keyboard.press('ArrowUp');
  const above = chart.lines[chart.lines.indexOf(line) - 1]?.cells[chart.columns.indexOf(read.column!)] ?? cell;
  await expect.poll(() => told.innerText()).toContain(`${above.code}: ${above.words}.`);

  // On the game's page all of them stand open, and there is a sheet to print.
  await player.goto('/games/rock-of-the-marne');
  await expect.poll(() => page.getByRole('region', { name: 'Charts' }).getByRole('grid').count()).toBe(charts.length);
  const print = page.getByRole('link', { name: 'All charts on a sheet to print' });
  const printed = await (await page.request.get((await print.getAttribute('href'))!)).text();
  for (const { name } of charts) expect(printed).toContain(`<h2>${name}</h2>`);
});
