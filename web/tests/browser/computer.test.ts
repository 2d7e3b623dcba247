// A whole game against the computer, with everything one does beside playing.
import { expect, it } from 'vitest';
import { said } from '../../src/counters/roster';
import type { Choice } from '../../src/lib/wire';
import { addsUp, type Player } from './player';
import { stage } from './stage';
import { oddsOfTarget } from './whole-game';

const set = stage();

it('is played against the computer to the end', async () => {
  const player = await set.somebody({ viewport: { width: 1000, height: 680 } });
  await player.goto('/');
  await atOnce(player);
  await player.newGame(/Alone against the computer/);
  await player.atTable();
  expect(player.table!.yours).toEqual(['us']);
  await placedByHand(player);
  await player.choose('standard');
  await mine(player);

  let looked = false;
  let reloaded = false;
  for (let steps = 0; !player.over; steps += 1) {
    expect(steps, 'phases until the end').toBeLessThan(400);
    const target = player.offers('target');
    if (target && !looked) {
      await look(player, target);
      looked = true;
    } else if (player.view!.turn >= 2 && !reloaded) {
      await reload(player);
      reloaded = true;
    } else await player.say((player.offers('done') ?? player.offers('decline') ?? player.choices[0]!).action);
    await mine(player);
  }
  expect(looked && reloaded).toBe(true);
  const result = player.page.getByRole('region', { name: 'Result' });
  await expect.poll(() => result.innerText()).toMatch(/(German|US) side wins/);
  await expect.poll(() => result.innerText()).toContain('The dice were honest');
});

/** Nobody wants to wait for the computer's counters here. */
async function atOnce(player: Player) {
  await player.button('Settings').click();
  await player.page.getByRole('radio', { name: 'At once' }).check({ force: true });
  await player.button('Done').click();
}

/** Waits for the next choice of ours. */
async function mine(player: Player) {
  await player.until(() => player.mine || player.over, 'our choice');
}

/** The first counter is set up by hand, and taken back. */
async function placedByHand(player: Player) {
  const { hex, action } = player.offers('place')!;
  await player.choose(action);
  expect(player.view!.pieces.some(({ hexes }) => hexes?.includes(hex!))).toBe(true);
  await player.page.keyboard.press('u');
  await player.until(() => player.actions === 0, 'the undo');
  expect(player.view!.pieces.some(({ hexes }) => hexes?.includes(hex!))).toBe(false);
  expect(await player.button('Undo').isDisabled()).toBe(true);
}

/** A fire: who joins can be taken back, the chances are shown before the dice and add up, and the log points at it. */
async function look(player: Player, target: Choice) {
  await oddsOfTarget(player, target);
  await player.choose(target.action);
  const join = player.offers('join')!.action;
  await player.choose(join);
  await player.button('Undo').click();
  await player.until(() => player.offers('join')?.action === join && !player.offers('fire'), 'the undo');
  await player.choose(join);
  const fire = player.offers('fire')!;
  addsUp(await player.fates(player.page.getByRole('region', { name: 'The attack' })));
  await player.choose(fire.action);

  const { text } = player.log.findLast(({ hexes }) => (hexes?.length ?? 0) > 0)!;
  const line = player.page.getByRole('log').getByRole('button', { name: said(text) }).last();
  const counted = () => player.pane.locator('path.pointed').count();
  expect(await counted()).toBe(0);
  await line.hover();
  await expect.poll(counted).toBe(1);
  await player.button('Help').hover();
  await expect.poll(counted).toBe(0);
}

/** The table is as it was after a reload, in the middle of a question too. */
async function reload(player: Player) {
  const pick = player.offers('pick') ?? player.offers('target') ?? player.offers('heavy');
  if (pick) await player.choose(pick.action);
  const { actions, view, choices } = player;
  player.table = null;
  await player.page.reload();
  await player.atTable();
  expect(player.actions).toBe(actions);
  expect(player.view).toEqual(view);
  expect(player.choices).toEqual(choices);
  await expect.poll(() => player.panel.innerText()).toContain(player.prompt);
}
