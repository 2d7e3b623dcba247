// The log folds, by mouse and by keys, and says so to those who hear it.
import { expect, it } from 'vitest';
import { stage } from './stage';

const set = stage();

it('folds by phase, and by what several units did alike', async () => {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  const { keyboard } = player.page;
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  await player.choose('standard');
  await player.until(() => player.mine, 'the turn of the computer');
  const log = player.page.getByRole('log');
  const phases = log.locator('button.phase');
  await expect.poll(() => phases.count()).toBeGreaterThan(1);

  // The arrows lead from line to line; left folds a phase and right unfolds it, and Enter does either.
  const within = () => log.evaluate((log) => log.contains(document.activeElement));
  await keyboard.press('l');
  await expect.poll(within).toBe(true);
  const head = phases.first();
  const focused = () => head.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await focused()); presses += 1) {
    expect(presses, 'lines since the phase began').toBeLessThan(200);
    await keyboard.press('ArrowUp');
  }
  const below = () => log.locator('.event').count();
  await keyboard.press('ArrowLeft');
  await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
  const folded = await below();
  await keyboard.press('ArrowRight');
  await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(below).toBeGreaterThan(folded);
  await keyboard.press('Enter');
  await expect.poll(() => head.getAttribute('aria-expanded')).toBe('false');
  expect(await focused(), 'the reader stays where he was').toBe(true);
  await head.click();
  await expect.poll(() => head.getAttribute('aria-expanded')).toBe('true');

  // One line for what several units did; spread it tells each.
  const several = log.locator('.fold [aria-expanded]').first();
  await expect.poll(() => several.getAttribute('aria-expanded')).toBe('false');
  const before = await below();
  await several.focus();
  await keyboard.press('ArrowRight');
  await expect.poll(() => several.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(below).toBeGreaterThan(before + 1);
  await keyboard.press('ArrowLeft');
  await expect.poll(below).toBe(before);

  // One line is a stop of the Tab key.
  expect(await log.locator('[tabindex="0"]').count()).toBe(1);
});
