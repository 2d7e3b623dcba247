// A computer's turn is a film: shown scene by scene at the pace that one likes, stopped, stepped and seen once more; and no
// press while it is shown does anything but skip it.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('shows a turn of the computer scene by scene, and does nothing that was not meant', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'slow', patience: true } });
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  await keepsItsSize(player);
  await player.choose('standard');
  await player.until(() => player.mine, 'the whole turn of the computer');
  const told = player.actions;

  // Stopped, nothing more is shown; a step shows some of it.
  await player.button('Pause').click();
  const before = await waiting(player);
  expect(before).toBeGreaterThan(0);
  await player.button('Next scene').click();
  await expect.poll(() => waiting(player)).toBeLessThan(before);
  expect(await player.pane.locator('path.marked').count()).toBeGreaterThan(0);
  await player.button('Once more').click();
  await expect.poll(() => waiting(player), { message: 'from the beginning' }).toBeGreaterThanOrEqual(before);

  // Another pace is remembered.
  await player.panel.getByRole('combobox', { name: 'Pace' }).selectOption('normal');
  const kept = () => player.page.evaluate(() => JSON.parse(localStorage.getItem('grognard.settings')!).computerSpeed);
  await expect.poll(kept).toBe('normal');

  // A digit skips to the end, and presses no button of the question that nobody has seen; nor does the one after it.
  await player.button('Whole board').focus();
  await player.page.keyboard.press('1');
  await player.page.keyboard.press('1');
  await expect.poll(() => player.panel.innerText()).toContain(player.prompt);
  expect(await waiting(player)).toBe(0);
  await player.ready();
  expect([player.actions, await player.dialog.count()]).toEqual([told, 0]);
});

function waiting(player: Player): Promise<number> {
  return player.panel.evaluate((panel) => Number(/(\d+) more/.exec(panel.textContent ?? '')?.[1] ?? 0));
}

/** The map grows and shrinks to its goal, and never beyond it. */
async function keepsItsSize(player: Player) {
  await player.page.keyboard.press('Home');
  const widths = await player.pane.locator('img').first().evaluate(async (picture) => {
    const found: number[] = [];
    (document.querySelector('[aria-label="Whole board"]') as HTMLElement).click();
    // Until it glides no more, and is drawn at its new size.
    const sheet = picture.parentElement!;
    do {
      await new Promise(requestAnimationFrame);
      found.push(picture.getBoundingClientRect().width);
    } while (sheet.getAnimations().length > 0 || !sheet.style.transform.endsWith('scale(1)'));
    return found;
  });
  expect(Math.min(...widths), widths.map(Math.round).join(' ')).toBeGreaterThan(0.98 * Math.min(widths[0]!, widths.at(-1)!));
}
