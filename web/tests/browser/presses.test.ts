// What one press can say: a key that attacks at once, the same as often as it goes, a counter let go over a button, and a button that is
// held down. `crates/catalogue/tests/presses.rs` counts by them.
import { expect, it } from 'vitest';
import { said } from '../../src/counters/roster';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

/** A new game of First Blood for the US side, up to where something is offered. */
async function toThe(player: Player, start: string): Promise<void> {
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  const asked = () => player.until(() => player.mine, 'a question of ours');
  for (await asked(); !player.offers(start); await asked()) {
    const next = ['standard', 'accept', 'done'].map((one) => player.offers(one)).find(Boolean);
    await player.choose(next!.action);
  }
  await player.ready();
}

const somebody = () => set.somebody({ settings: { computerSpeed: 'instant' }, reducedMotion: 'reduce' });

it('says the same of a hex as often as it is offered, with Shift', async () => {
  const player = await somebody();
  await toThe(player, 'heavy');
  const { action, hex } = player.offers('heavy')!;
  const { x, y } = await player.reach(hex!);
  const before = player.actions;
  await player.page.keyboard.down('Shift');
  await player.page.mouse.click(x, y);
  await player.page.keyboard.up('Shift');
  await player.until(() => player.mine && !player.offers('heavy'), 'all heavy markers placed');
  expect(player.actions).toBe(before + 3);
  expect(player.log.slice(-3).map(({ text }) => text)).toEqual(Array(3).fill(`A heavy bombardment is aimed at ${hex}.`));
  await player.page.keyboard.press('u');
  await player.until(() => player.choices.some((choice) => choice.action === action), 'the last of them taken back');
  await player.ready();
  expect(player.actions, 'nothing goes on by itself then').toBe(before + 2);
});

it('goes from hex to hex by a way that is drawn with Shift, as far as it is offered', async () => {
  const player = await somebody();
  await player.newGame(/Alone against the computer/);
  await player.atTable(false);
  await player.until(() => player.mine, 'the set-up');
  await player.ready();
  // The first units of the set-up, in a line.
  const lit = new Set(player.choices.flatMap(({ hex, piece }) => (hex !== undefined && piece === undefined ? [hex] : [])));
  const { hexes } = await player.board();
  const pane = (await player.pane.boundingBox())!;
  const middle = { x: pane.x + 0.4 * pane.width, y: pane.y + 0.5 * pane.height };
  const spots = await Promise.all(hexes.filter(({ id }) => lit.has(id)).map(async ({ id }) => ({ id, ...(await player.place(id)) })));
  const away = (from: { x: number; y: number }) => (one: { x: number; y: number }, other: { x: number; y: number }) =>
    Math.hypot(one.x - from.x, one.y - from.y) - Math.hypot(other.x - from.x, other.y - from.y);
  const line = spots.toSorted(away(middle)).slice(0, 1);
  while (line.length < 3) line.push(spots.filter((spot) => !line.includes(spot)).toSorted(away(line.at(-1)!))[0]!);
  const before = player.actions;
  await player.page.keyboard.down('Shift');
  await player.page.mouse.move(line[0]!.x, line[0]!.y);
  await player.page.mouse.down();
  for (const { x, y } of line.slice(1)) await player.page.mouse.move(x, y, { steps: 3 });
  await expect.poll(() => player.pane.locator('path.pointed').count(), { message: 'the way is shown' }).toBe(1);
  await player.page.mouse.up();
  await player.page.keyboard.up('Shift');
  await player.until(() => player.actions === before + 3, 'three units');
  const held = player.view!.pieces.flatMap((piece) => piece.hexes ?? []);
  expect(held).toEqual(expect.arrayContaining(line.map(({ id }) => id)));
});

it('attacks at once by a key over the target, with all who can and by the odds in sight', async () => {
  const player = await somebody();
  await toThe(player, 'target');
  const hex = player.offers('target')!.hex!;
  const { x, y } = await player.reach(hex);

  // Where the odds are not in sight the key does nothing, and elsewhere on the map neither.
  const before = player.actions;
  await player.page.mouse.move(1, 1);
  await player.page.keyboard.press('a');
  await player.page.mouse.move(x, y);
  const odds = player.panel.getByRole('status').filter({ hasText: /Fire into/i });
  await odds.getByText('attack so, at once').waitFor();
  expect(player.actions).toBe(before);
  const told = player.forecasts.get(`target ${hex}`)!;

  await player.page.keyboard.press('a');
  await player.page.getByRole('status', { name: 'What came of it' }).waitFor();
  expect(player.actions).toBe(before + 3);
  const shots = player.log.filter(({ at }) => at >= before).map(({ text }) => text);
  expect(shots[0]).toMatch(new RegExp(`fires? into ${hex} `));
  expect(shots[0], 'by the odds that were in sight').toContain(`at ${told.fight!.odds}`);
});

it('makes the attack with who joins it by a press with Shift, by the odds that are told of it with him', async () => {
  const player = await somebody();
  await toThe(player, 'target');
  await player.choose(player.offers('target')!.action);
  const join = player.choices.find(({ role, piece }) => role === 'join' && piece !== undefined)!;
  await player.until(() => player.forecasts.has(join.action), 'the odds with who may join');
  const told = player.forecasts.get(join.action)!;
  const before = player.actions;

  await player.ready();
  const card = player.page.getByRole('region', { name: 'The attack' });
  await card.getByRole('button').filter({ hasText: said(join.text) }).first().click({ modifiers: ['Shift'] });
  await player.page.getByRole('status', { name: 'What came of it' }).waitFor();
  expect(player.actions).toBe(before + 2);
  const [shot] = player.log.filter(({ at }) => at >= before).map(({ text }) => text);
  expect(shot).toContain(`at ${told.fight!.odds}`);
});

it('ends a phase with units that could act after one question, or without when its button is held down', async () => {
  const player = await somebody();
  await toThe(player, 'target');
  const done = player.offers('done')!;
  const button = player.answer(done);
  expect(await button.innerText(), 'it says what it leaves').toContain(done.leaves);
  const before = player.actions;

  // A short press asks.
  await button.click();
  await player.dialog.getByText(said(done.leaves!)).waitFor();
  await player.button('Not yet').click();
  expect(player.actions).toBe(before);

  // One that is broken off does nothing.
  const { x, y, width, height } = (await button.boundingBox())!;
  await player.page.mouse.move(x + width / 2, y + height / 2);
  await player.page.mouse.down();
  await player.page.mouse.move(1, 1);
  await player.page.mouse.up();
  expect([player.actions, await player.dialog.count()]).toEqual([before, 0]);

  // Held down it ends the phase, and the hand that is lifted then presses nothing.
  await player.page.mouse.move(x + width / 2, y + height / 2);
  await player.page.mouse.down();
  await player.until(() => player.actions > before && player.mine, 'what comes after the phase');
  await player.ready();
  const after = player.actions;
  await player.page.mouse.up();
  await player.page.evaluate(() => new Promise(requestAnimationFrame));
  expect([player.actions, await player.dialog.count()]).toEqual([after, 0]);
});

it('takes a counter that is let go over a button at its word', async () => {
  const player = await somebody();
  await player.goto('/games/march-into-battle');
  await player.button(/Davout at Teugn/).click();
  await player.atTable();
  await player.choose('done');
  await player.until(() => player.offers('pick friant') !== undefined, 'the actions');
  await player.ready();
  const { x, y } = await player.place(player.hexOf('friant')!);
  const before = player.actions;
  await player.page.mouse.move(x, y);
  await player.page.mouse.down();
  await player.page.mouse.move(x + 40, y + 10, { steps: 4 });
  await player.until(() => player.offers('rest') !== undefined, 'what Friant can do');
  const rest = player.panel.locator('[data-action=rest]');
  const box = (await rest.boundingBox())!;
  await player.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
  await player.page.mouse.up();
  await player.until(() => player.actions === before + 2, 'Friant at rest');
  expect(player.log.at(-1)!.text).toMatch(/friant.* rests/i);
});

it('takes the coach back with what is taken back', async () => {
  const player = await somebody();
  await player.goto('/games/march-into-battle');
  await player.button(/Davout at Teugn/).click();
  await player.atTable();
  const coach = player.page.getByRole('complementary', { name: 'Davout at Teugn' });
  const at = () => coach.innerText().then((text) => Number(/(\d+) of \d+/.exec(text)?.[1]));
  await player.choose('leader davout');
  await expect.poll(at).toBeGreaterThan(1);
  const one = await at();
  await player.choose('to 1008');
  await expect.poll(at).toBeGreaterThan(one);
  for (const [actions, step] of [[1, one], [0, 1]] as const) {
    await player.page.keyboard.press('u');
    await player.until(() => player.actions === actions, 'the table of before');
    await expect.poll(at).toBe(step);
    await player.ready();
  }
});
