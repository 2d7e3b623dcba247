// Overlays: what the rules know of the board, drawn over it at the table, for who looks on, and in a replay.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('draws what the rules know, by key and by menu, and says why', async () => {
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  await player.choose('standard');
  const [stack] = player.view!.pieces.filter(({ side, hexes }) => side === 'us' && hexes !== undefined);
  const hex = stack!.hexes![0]!;

  // By key: the exit hexes, fifteen of them, each with its label.
  await player.page.keyboard.press('v');
  await expect.poll(() => drawn(player)).toBe('victory');
  const caption = player.page.getByRole('region', { name: 'Overlay' });
  await expect.poll(() => caption.innerText()).toMatch(/Exit hexes[^]*wins at once[^]*4\.3a/);
  expect(await player.pane.locator('svg.over text', { hasText: 'exit' }).count()).toBe(15);

  // About a hex: the one that is pointed at; it says by which rule.
  await player.page.keyboard.press('f');
  const { x, y } = await player.place(hex);
  await player.page.mouse.move(x, y);
  await expect.poll(() => caption.innerText()).toContain(`from ${hex}`);
  await expect.poll(() => drawn(player)).toBe('fire');
  await caption.getByRole('button', { name: '10.6a' }).first().waitFor();
  await player.button('Overlay off').click();
  await expect.poll(() => drawn(player)).toBeNull();

  // By the menu, which knows what this game has: no zones of control.
  await player.button('Overlays').click();
  const menu = player.page.getByRole('list', { name: 'Overlays' });
  expect(await menu.innerText()).not.toContain('Zones');
  await menu.getByRole('button', { name: /Who holds what/ }).click();
  await expect.poll(() => drawn(player)).toBe('holdings');
  await player.page.keyboard.press('Escape');

  // Who looks on sees it with his own eyes.
  const watcher = await set.somebody();
  await watcher.goto(`/m/${player.matchId}`);
  await watcher.atTable();
  await watcher.page.keyboard.press('e');
  const place = await watcher.place(hex);
  await watcher.page.mouse.move(place.x, place.y);
  await expect.poll(() => watcher.page.getByRole('region', { name: 'Overlay' }).innerText()).toContain(`act on ${hex}`);

  // In a replay, of the moment that is shown.
  await watcher.goto(`/replay/${player.matchId}?at=0`);
  await watcher.page.getByRole('slider', { name: 'Action' }).waitFor();
  await watcher.page.keyboard.press('w');
  await expect.poll(() => drawn(watcher)).toBe('holdings');
  const marked = () => watcher.pane.locator('g[data-overlay] path').count();
  expect(await marked()).toBe(0);
  await watcher.page.keyboard.press('End');
  await expect.poll(marked).toBeGreaterThan(0);
});

/** The overlay that lies on the board. */
async function drawn(player: Player): Promise<string | null> {
  const layer = player.pane.locator('g[data-overlay]');
  return (await layer.count()) === 0 ? null : layer.first().getAttribute('data-overlay');
}
