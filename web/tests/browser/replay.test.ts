// Stepping through games that are over: one played here, and records brought along.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const kept = new URL('../../../crates/games/first-blood/tests/records/', import.meta.url).pathname;

it('steps through a finished match, both ways and with other eyes', async () => {
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  await player.choose('standard');
  for (const start of ['heavy', 'light', 'done', 'heavy', 'done', 'pick']) {
    await player.choose(player.offers(start)!.action);
  }
  await player.choose(player.offers('to')!.action);
  await player.tab('Table').click();
  await player.button('Concede').click();
  await player.dialog.getByRole('button', { name: 'Concede' }).click();
  const result = player.page.getByRole('region', { name: 'Result' });
  await result.getByRole('link', { name: 'Replay', exact: true }).click();

  const slider = player.page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBe(player.actions);
  expect(await slider.inputValue()).toBe('0');
  const start = await drawn(player);

  await player.page.keyboard.press('End');
  await at(player, last);
  const end = await drawn(player);
  expect(end).not.toEqual(start);
  for (let step = last - 1; step >= 0; step -= 1) {
    await player.page.keyboard.press('ArrowLeft');
    await at(player, step);
  }
  expect(await drawn(player), 'all the way back').toEqual(start);
  await player.button('One action on').click();
  await at(player, 1);
  await slider.fill(String(last));
  await at(player, last);
  expect(await drawn(player), 'by the slider').toEqual(end);
  await player.page.keyboard.press('Home');
  await player.page.keyboard.press('PageDown');
  await player.button('Play').click();
  await player.button('Pause').or(player.button('Play')).waitFor();

  await player.page.getByRole('combobox', { name: 'Whose eyes' }).selectOption({ label: 'US' });
  await expect.poll(() => player.page.url()).toContain('see=us');
  await player.page.keyboard.press('End');
  await player.button('Proof').click();
  await expect.poll(() => player.page.getByRole('complementary').innerText()).toMatch(/commit|promised|secret/i);
});

it('opens a record brought along', async () => {
  const player = await set.somebody();
  await player.goto('/replay');
  await bring(player, 'balanced-greedy.record', readFileSync(`${kept}balanced-greedy.record`));
  const slider = player.page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  expect(Number(await slider.getAttribute('max'))).toBeGreaterThan(500);
  await player.page.keyboard.press('End');
  await player.button('Proof').click();
  const proof = player.page.getByRole('complementary');
  await expect.poll(() => proof.innerText()).toMatch(/wins|German|US/);
  expect(await proof.getByRole('listitem').count()).toBeGreaterThan(3);
  await player.page.reload();
  await slider.waitFor();
});

it('names the line where a record is damaged', async () => {
  set.allow(/Failed to load resource.*4\d\d/);
  const player = await set.somebody();
  const lines = readFileSync(`${kept}balanced-greedy.record`, 'utf8').split('\n');
  const damaged = lines.findIndex((line) => /^12 us /.test(line));
  lines[damaged] = lines[damaged]!.replace(/ \d{4} /, ' 3932 ');
  await player.goto('/replay');
  await bring(player, 'damaged.record', Buffer.from(lines.join('\n')));
  await expect.poll(() => player.page.locator('main').innerText()).toContain(`Line ${damaged + 1}:`);
  expect(await player.page.getByRole('slider').count()).toBe(0);
});

async function at(player: Player, step: number) {
  const slider = player.page.getByRole('slider', { name: 'Action' });
  await expect.poll(() => slider.inputValue()).toBe(String(step));
}

/** What lies on the board, as drawn. */
function drawn(player: Player): Promise<string> {
  return player.pane.locator('svg').first().innerHTML();
}

function bring(player: Player, name: string, buffer: Buffer): Promise<void> {
  return player.page.getByLabel(/Open a record/).setInputFiles({ name, mimeType: 'text/plain', buffer });
}
