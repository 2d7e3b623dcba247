// A computer that takes its time: the page says so and stays open to everything, and giving up ends it at once.
import { expect, it } from 'vitest';
import { stage } from './stage';

const set = stage('--thinking', '86400000');

it('says that the computer thinks, and goes on meanwhile', async () => {
  const player = await set.somebody();
  await player.newGame(/Alone against the computer/, 'Veteran');
  await player.atTable();
  await player.choose('standard');
  const sign = player.panel.getByText('The German side (veteran) is thinking');
  await sign.waitFor();
  expect(await sign.evaluate((element) => element.closest('[aria-live]')?.getAttribute('aria-live'))).toBe('polite');
  expect(await player.button(/^Skip/).isDisabled()).toBe(true);

  // The map moves, tabs open, and what is said is heard.
  const before = await player.place(player.view!.pieces.find(({ hexes }) => hexes)!.hexes![0]!);
  await player.button('Closer').click();
  expect(await player.place(player.view!.pieces.find(({ hexes }) => hexes)!.hexes![0]!)).not.toEqual(before);
  await player.tab('Tracks').click();
  await player.tab('Chat').click();
  await player.page.getByRole('textbox', { name: 'Say something' }).fill('Take your time.');
  await player.page.keyboard.press('Enter');
  await player.panel.getByText('Take your time.').waitFor();
  expect(await sign.isVisible()).toBe(true);

  await player.tab('Table').click();
  await player.button('Concede').click();
  await player.dialog.getByRole('button', { name: 'Concede' }).click();
  await player.until(() => player.over, 'the end');
  await expect.poll(() => player.page.getByRole('region', { name: 'Result' }).innerText()).toContain('The German side wins');
  expect(await sign.count()).toBe(0);
  expect(player.actions).toBe(2);
});
