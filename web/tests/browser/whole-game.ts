// A whole game of any kind against the computer, with what every game must show: its counters, tracks and boxes, why
// something cannot be done, the odds before the dice, the log, the result, and a record that the program accepts.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { said } from '../../src/counters/roster';
import type { Choice } from '../../src/lib/wire';
import { addsUp, type Player } from './player';
import { program, type Stage } from './stage';

export interface Guest {
  game: string;
  /** The scenario's id, where it is not the first. */
  scenario?: string;
  /** What is fought with, in the order in which it is chosen: the beginnings of actions. */
  fight: string[];
  /** How many fights are begun before everything is let pass. */
  fights: number;
  /** What ends a phase, or does as little as can be; the first that is offered is taken. */
  idle: string[];
  /** Choices of ours until the end at the most. */
  steps: number;
}

/** Plays a game to its end, and looks at everything on the way. */
export async function wholeGame(set: Stage, guest: Guest): Promise<void> {
  const player = await set.somebody({ settings: { computerSpeed: 'instant' } });
  await begin(player, guest);
  await everythingShows(player);
  let fights = 0;
  let refused = false;
  let odds = false;
  let pointed = false;
  for (let steps = 0; !player.over; steps += 1) {
    expect(steps, 'choices until the end').toBeLessThan(guest.steps);
    refused ||= await whyNot(player, guest.game);
    const fight = fights < guest.fights ? first(player, guest.fight) : undefined;
    const choice = fight ?? first(player, guest.idle) ?? player.choices[0]!;
    if (fight?.role === 'aim' && !pointed) {
      await oddsOfTarget(player, fight);
      pointed = true;
    }
    if (choice.rolls && !odds) odds = await looked(player, choice);
    else if (fight) await player.choose(choice.action);
    else await player.say(choice.action);
    if (fight && choice.rolls) fights += 1;
    await player.until(() => player.mine || player.over, 'our choice');
  }
  expect(refused, 'a hex was refused with the words of a clause').toBe(true);
  expect(odds, 'odds were looked at before dice fell').toBe(true);
  expect(pointed, 'a target was pointed at').toBe(true);
  expect(player.log.length).toBeGreaterThan(10);
  const result = player.page.getByRole('region', { name: 'Result' });
  await expect.poll(() => result.innerText()).toMatch(/wins|draw/i);
  await expect.poll(() => result.innerText()).toContain('The dice were honest');
  await recordHolds(player, set);
}

async function begin(player: Player, { game, scenario }: Guest) {
  await player.goto(`/new?game=${game}`);
  await player.wayToPlay(/Alone against the computer/);
  if (scenario) await player.page.getByRole('combobox', { name: 'Scenario' }).selectOption(scenario);
  await player.button('Set up the table').click();
  await player.atTable();
  expect(player.table!.match).toMatchObject({ game, ...(scenario && { scenario }) });
  await player.until(() => player.mine, 'our first choice');
}

/** The first of these that is offered. */
function first(player: Player, starts: string[]): Choice | undefined {
  return starts.map((start) => player.offers(start)).find((choice) => choice !== undefined);
}

/** Every stack is on the board, every track and box beside it. */
async function everythingShows(player: Player) {
  const { pieces, tracks, boxes } = player.view!;
  const stacks = new Set(pieces.flatMap(({ hexes }) => hexes?.slice(0, 1) ?? []));
  await expect.poll(() => player.pane.locator('.counter').count()).toBeGreaterThanOrEqual(stacks.size);
  await player.tab('Tracks').click();
  const panel = await player.page.getByRole('tabpanel').innerText();
  for (const { title } of [...tracks, ...boxes]) expect(panel.toLowerCase()).toContain(title.toLowerCase());
  await player.tab('Log').click();
}

/** Whether a hex that is not offered is refused with a clause of this game, in its words; where hexes mean something. */
async function whyNot(player: Player, game: string): Promise<boolean> {
  const offered = new Set(player.choices.flatMap(({ hex, piece }) => hex ?? (piece && player.hexOf(piece)) ?? []));
  if (offered.size === 0) return false;
  const clauses = (await (await player.page.request.get(`/api/games/${game}/clauses`)).json()) as {
    id: string;
    text: string;
  }[];
  const actions = player.actions;
  const others = player.view!.pieces.flatMap(({ hexes }) => hexes ?? []).filter((hex) => !offered.has(hex));
  for (const hex of [...new Set(others)].slice(0, 3)) {
    if ((await player.whyNot(hex)) === null) continue;
    const why = player.page.getByRole('dialog', { name: `Why not ${hex}?` });
    const words = await why.innerText();
    await player.page.keyboard.press('Escape');
    await expect.poll(() => why.count()).toBe(0);
    expect(player.actions).toBe(actions);
    // The first part of an id is told by its book's name: Series rules 7.2b.
    if (clauses.some(({ id, text }) => words.includes(id.split('/').at(-1)!) && words.includes(text))) return true;
  }
  return false;
}

/** Whoever points at a target is told its odds, before anything is chosen. */
export async function oddsOfTarget(player: Player, target: Choice) {
  const actions = player.actions;
  await player.ready();
  await player.takeUp(target);
  const { x, y } = await player.reach(target.hex!);
  await player.page.mouse.move(x, y);
  await player.until(() => player.forecasts.has(target.action), 'the odds of a target');
  const { sum } = player.forecasts.get(target.action)!;
  const shown = player.panel.getByRole('status').filter({ hasText: said(target.text) });
  await expect.poll(() => shown.innerText()).toContain(sum.value);
  await player.page.mouse.move(1, 1);
  expect(player.actions).toBe(actions);
}

/** Before dice fall their chances are shown, where the game forecasts them. */
async function looked(player: Player, choice: Choice): Promise<boolean> {
  const before = player.actions;
  if (choice.role === 'fight') {
    await player.until(() => player.forecasts.has(choice.action), 'the forecast');
    const fates = player.forecasts.get(choice.action)?.fight?.fates.length ?? 0;
    if (fates > 0) addsUp(await player.fates(await player.carded()));
    await player.choose(choice.action);
    return fates > 0;
  }
  if (player.choices.length === 1) {
    // Where there is nothing else to be done, nothing is asked.
    await player.choose(choice.action);
    return false;
  }
  await player.point(choice);
  await player.dialog.waitFor();
  await player.until(() => player.forecasts.has(choice.action), 'the forecast');
  const shown = (player.forecasts.get(choice.action)?.chances.length ?? 0) > 0;
  if (shown) {
    await player.dialog.getByRole('list', { name: 'Chances' }).waitFor();
    addsUp(await player.chances(player.dialog));
  }
  await player.roll();
  await player.played(before);
  return shown;
}

/** The record that the page gives is what the program itself accepts. */
async function recordHolds(player: Player, set: Stage) {
  const download = player.page.waitForEvent('download');
  await player.page.getByRole('link', { name: 'Record' }).click();
  const file = join(set.server.folder, 'game.record');
  await (await download).saveAs(file);
  expect(execFileSync(program, ['check', file], { encoding: 'utf8' })).toMatch(/\w/);
}
