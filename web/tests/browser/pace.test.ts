// A computer's turn is shown move by move, at the pace that one likes.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('shows a turn of the computer move by move, and skips to its end', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'slow' } });
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  await watch(player);
  await player.choose('standard');
  await player.until(() => player.mine, 'the whole turn of the computer');

  // Everything was told by now; the page shows it one by one, with its hexes lit.
  const lines = () => player.page.getByRole('log').locator('.line').count();
  const before = await lines();
  await expect.poll(async () => falls(await counts(player)).length).toBeGreaterThan(2);
  expect(await lines()).toBeGreaterThan(before);
  expect(await player.pane.locator('path.marked').count()).toBeGreaterThan(0);
  const drops = falls(await counts(player));
  expect(drops).toEqual(drops.map(() => 1));
  await player.panel.getByText(/\d+ more/).waitFor();

  // Another pace is remembered; and a key skips to the end.
  await player.panel.getByRole('combobox', { name: 'Pace' }).selectOption('normal');
  const kept = () => player.page.evaluate(() => JSON.parse(localStorage.getItem('grognard.settings')!).computerSpeed);
  await expect.poll(kept).toBe('normal');
  await player.button('Whole board').focus();
  await player.page.keyboard.press('s');
  await expect.poll(() => player.panel.innerText()).toContain(player.decision.prompt);
  expect(await player.panel.innerText()).not.toMatch(/\d+ more/);
});

/** Notes every number of moves that wait to be shown. */
async function watch(player: Player) {
  await player.panel.evaluate((panel) => {
    const noted: number[] = [];
    Object.assign(window, { noted });
    const note = () => {
      const left = Number(/(\d+) more/.exec(panel.textContent ?? '')?.[1] ?? 0);
      if (noted.at(-1) !== left) noted.push(left);
    };
    new MutationObserver(note).observe(panel, { subtree: true, childList: true, characterData: true });
  });
}

function counts(player: Player): Promise<number[]> {
  return player.page.evaluate(() => (window as unknown as { noted: number[] }).noted);
}

/** By how much the number fell each time that it fell. */
function falls(noted: number[]): number[] {
  return noted.flatMap((left, at) => (at > 0 && left < noted[at - 1]! ? [noted[at - 1]! - left] : []));
}
