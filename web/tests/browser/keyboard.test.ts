// No mouse at all, names for everything, and settings that stay.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('plays a fire from target to roll with keys only', async () => {
  const player = await lesson();
  const { keyboard } = player.page;
  await keyboard.press('b');
  await expect.poll(() => player.pane.evaluate((pane) => pane === document.activeElement)).toBe(true);
  await walk(player, '3030');
  let before = player.actions;
  await keyboard.press('Enter');
  await player.played(before);
  expect(player.decision.prompt).toContain('3030');

  // The counter in its stack: to the hex, look at its cards, spread it, and choose.
  await keyboard.press('Escape');
  await keyboard.press('b');
  await walk(player, '3028');
  const card = player.page.getByRole('group', { name: 'Unit card' });
  await keyboard.press('i');
  await expect.poll(() => card.innerText()).toMatch(/\dnd Platoon, Company G|\dst Platoon, Company G/);
  const first = await card.innerText();
  expect(first).toMatch(/2nd Battalion, 38th Infantry/);
  expect(first).toMatch(/fire\s+4/);
  expect(first).toMatch(/It may still fire this phase\./);
  await keyboard.press('ArrowRight');
  await expect.poll(() => card.innerText()).not.toBe(first);
  await keyboard.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
  before = player.actions;
  await keyboard.press(' ');
  await expect.poll(() => focused(player)).toMatch(/^[12]\/G\/38, .*can be chosen$/);
  await keyboard.press('Enter');
  await player.played(before);

  // Another from the list of all options.
  before = player.actions;
  await keyboard.press('Escape');
  await keyboard.press('/');
  await keyboard.type('/G/38 fires');
  await keyboard.press('Enter');
  await player.played(before);

  before = player.actions;
  await keyboard.press('Escape');
  await player.carded();
  const buttons = player.choices.filter(({ piece, hex }) => piece === undefined && hex === undefined);
  await keyboard.press(String(buttons.findIndex(({ action }) => action === 'fire') + 1));
  await player.played(before);
  await expect.poll(() => player.page.getByRole('log').innerText()).toMatch(/odds|fires?/i);
});

it('shows every key in a help that opens and closes by key', async () => {
  const player = await lesson();
  await player.page.keyboard.press('?');
  await player.dialog.waitFor();
  const words = await player.dialog.innerText();
  for (const key of ['Enter', 'Space', 'Home', 'U', 'N', 'Esc']) expect(words).toContain(key);
  await player.page.keyboard.press('Escape');
  await expect.poll(() => player.dialog.count()).toBe(0);
});

it('leads the focus from the top of the page through the table', async () => {
  const player = await lesson();
  await player.page.reload();
  await player.pane.waitFor();
  const stops: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    await player.page.keyboard.press('Tab');
    stops.push(await focused(player));
  }
  const order = ['To the contents', 'Grognard, the lobby', 'Games', 'Settings', 'Help', 'Hide the panel'];
  const places = order.map((stop) => stops.indexOf(stop));
  expect(places, stops.join(' | ')).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(stops.indexOf('Log'), stops.join(' | ')).toBeGreaterThan(places.at(-1)!);
  expect(stops.filter((stop) => stop === '')).toEqual([]);
});

it('has a name for every button, link and field', async () => {
  const player = await lesson();
  await player.button('Undo').waitFor();
  await named(player);
  for (const tab of ['Tracks', 'Chat', 'Table']) {
    await player.tab(tab).click();
    await named(player);
  }
  for (const path of ['/', '/new', '/account', '/replay', '/games/first-blood']) {
    await player.goto(path);
    await player.page.getByRole('heading').first().waitFor();
    await named(player);
  }
});

it('remembers lamplight and the safe colours', async () => {
  const player = await set.somebody({ colorScheme: 'light' });
  await player.goto('/');
  const ink = () => player.page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await player.button('Settings').click();
  await player.page.getByRole('radio', { name: 'Lamplight' }).check({ force: true });
  await player.page.getByRole('radio', { name: 'Safe for every eye' }).check({ force: true });
  await player.button('Done').click();
  const dark = await ink();
  expect(dark).not.toBe(light);
  await player.page.reload();
  expect(await ink()).toBe(dark);
  await player.button('Settings').click();
  expect(await player.page.getByRole('radio', { name: 'Safe for every eye' }).isChecked()).toBe(true);
  expect(await player.page.getByRole('radio', { name: 'Lamplight' }).isChecked()).toBe(true);
});

/** At the table of a first battle, before the first fire, with the coach sent away. */
async function lesson(): Promise<Player> {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  await player.goto('/');
  await player.page.getByRole('button', { name: /Your first battle/ }).click();
  await player.atTable();
  return player;
}

/** Moves the cursor with the arrows until it is on the hex: first to its column, then along it. */
async function walk(player: Player, goal: string) {
  const board = await player.board();
  const place = (id: string) => board.hexes.find((hex) => hex.id === id)!;
  const cursor = player.page.locator('[aria-live]').filter({ hasText: /^\d{4}, / });
  const said = async () => /^\d{4}/.exec((await cursor.first().textContent()) ?? '')?.[0] ?? '';
  await player.page.keyboard.press('ArrowUp');
  for (let presses = 0; (await said()) !== goal; presses += 1) {
    expect(presses, `arrows to ${goal}`).toBeLessThan(80);
    const [here, there] = [place(await said()), place(goal)];
    const across = Math.abs(there.x - here.x) > board.size / 2;
    const key = across ? (there.x > here.x ? 'ArrowRight' : 'ArrowLeft') : there.y > here.y ? 'ArrowDown' : 'ArrowUp';
    await player.page.keyboard.press(key);
  }
}

/** The name of what has the focus. */
function focused(player: Player): Promise<string> {
  return player.page.evaluate(() => {
    const element = document.activeElement;
    const words = element?.getAttribute('aria-label') ?? (element as HTMLElement | null)?.innerText ?? '';
    return words.trim().split('\n')[0]!;
  });
}

/** As the browser itself tells a screen reader: nothing that can be used is without a name. */
async function named(player: Player) {
  const client = await player.page.context().newCDPSession(player.page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const used = new Set(['button', 'link', 'textbox', 'combobox', 'checkbox', 'switch', 'radio', 'slider', 'tab', 'searchbox']);
  const nameless = nodes
    .filter(({ ignored, role }) => !ignored && used.has(String(role?.value)))
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role, properties }) => JSON.stringify([role?.value, properties]));
  expect(nameless, player.page.url()).toEqual([]);
}
