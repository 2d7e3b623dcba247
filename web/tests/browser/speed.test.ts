// How the page holds out under the largest board. Times are printed, for whoever wants to know; what is asserted is the
// work that the page does, which is the same on every machine.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { choices, makeUp } from './made-up';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

/** Opens the made-up match; how long it took from the news to the last counter, in milliseconds. */
async function large(player: Player): Promise<number> {
  let tell = () => {};
  await makeUp(player.page, new Promise((done) => (tell = done)));
  await player.page.exposeFunction('tellNow', () => tell());
  await player.goto('/m/large');
  await player.page.getByText('Setting up the table').waitFor();
  const took = await player.page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const start = performance.now();
    await (window as unknown as { tellNow: () => Promise<void> }).tellNow();
    while (document.querySelectorAll('[role=application] .counter').length < 300) await frame();
    const map = document.querySelector<HTMLImageElement>('[role=application] img')!;
    while (!map.complete) await frame();
    await frame();
    await frame();
    return performance.now() - start;
  });
  return took;
}

it('draws 2,200 hexes and 300 counters with few elements', async () => {
  const player = await set.somebody();
  const took = await large(player);
  console.log(`2,200 hexes and 300 counters: ${Math.round(took)} ms from the news to the picture`);
  expect(await player.pane.locator('.counter').count()).toBe(300);
  const elements = await player.pane.locator('*').count();
  console.log(`${elements} elements`);
  expect(elements, 'hexes are one picture, and a counter is a few shapes').toBeLessThan(300 * 20);
});

/** The place nearest to the middle of the map where no counter is, which would be dragged in place of the map. */
function betweenCounters(player: Player): Promise<{ x: number; y: number }> {
  return player.pane.evaluate((pane) => {
    const frame = pane.getBoundingClientRect();
    const counters = [...pane.querySelectorAll('.counter')].map((counter) => counter.getBoundingClientRect());
    const y = frame.y + frame.height / 2;
    let x = frame.x + frame.width / 2;
    const beside = ({ left, right, top, bottom }: DOMRect) => x < left - 20 || x > right + 20 || y < top - 20 || y > bottom + 20;
    while (!counters.every(beside)) x += 5;
    return { x, y };
  });
}

it('pans by moving one sheet, and does nothing else', async () => {
  const player = await set.somebody();
  await player.page.clock.install();
  await large(player);
  const { x, y } = await betweenCounters(player);
  const { mouse } = player.page;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x - 20, y - 20, { steps: 3 });
  // Whatever the page wanted to do in a moment, it does now.
  await player.page.clock.runFor(10_000);
  await player.page.evaluate(() => {
    const changes: string[] = ((window as unknown as { changes: string[] }).changes = []);
    new MutationObserver((list) => {
      for (const { type, target, attributeName } of list) {
        const element = target instanceof Element ? target : target.parentElement!;
        changes.push(`${type} ${attributeName ?? ''} ${element.tagName}.${element.getAttribute('class')?.split(' ')[0]}`);
      }
    }).observe(document, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  await mouse.move(x - 220, y - 160, { steps: 30 });
  const changes = await player.page.evaluate(() => (window as unknown as { changes: string[] }).changes);
  await mouse.up();
  const sheet = changes.filter((change) => change === 'attributes style DIV.ground');
  const frame = changes.filter((change) => /^attributes (x|y|width|height) rect\.frame$/.test(change));
  expect(sheet.length).toBeGreaterThan(5);
  expect(changes.length - sheet.length - frame.length, [...new Set(changes)].join('\n')).toBe(0);
});

it('shows of a list of 2,000 options what is in sight', async () => {
  const player = await set.somebody();
  await large(player);
  expect(choices.length).toBe(2000);
  await player.page.evaluate(() => {
    const tasks: number[] = ((window as unknown as { tasks: number[] }).tasks = []);
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
  });
  await player.button('All options').click();
  const field = player.page.getByRole('combobox', { name: 'Filter the options' });
  await field.fill('corps 5');
  await field.press('End');
  for (let presses = 0; presses < 20; presses += 1) await field.press('ArrowDown');
  await field.fill('number 1234');
  await expect.poll(() => player.page.getByRole('option').count()).toBe(1);
  expect(await player.page.getByRole('option').innerText()).toContain('order number 1234 to corps');
  await field.fill('');
  await expect.poll(() => player.page.getByRole('option').count()).toBeGreaterThan(5);
  expect(await player.page.getByRole('option').count(), 'only what is in sight exists').toBeLessThan(40);
  const longest = await player.page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
  console.log(`a list of 2,000 options: the longest task took ${Math.round(longest)} ms (0: below 50)`);
});

it('is below 250 kB compressed', async () => {
  const player = await set.somebody();
  const sizes = new Map<string, number>();
  player.page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) return;
    const body = await response.body();
    sizes.set(pathname, pathname.endsWith('.woff2') ? body.length : gzipSync(body).length);
  });
  await player.newGame(/Two at this screen/);
  await player.atTable();
  await expect.poll(() => [...sizes.keys()].some((path) => path.endsWith('.js'))).toBe(true);
  const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
  console.log(`the page: ${Math.round(sum / 1000)} kB compressed`, Object.fromEntries(sizes));
  expect(sum).toBeLessThan(250_000);
});
