// A whole game of First Blood at one screen: two people, one table, nothing to be seen that is not one's own.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addsUp, type Player } from './player';
import { program, stage } from './stage';
import { wayOut } from './way-out';

const set = stage();

it('is played at one screen from New game to the result', async () => {
  const player = await set.somebody({ viewport: { width: 1000, height: 680 } });
  await player.newGame(/Two at this screen/);
  await player.atTable();
  expect(player.table!.viewer).toBe('us');

  const before = player.actions;
  await player.ready();
  await player.point(player.offers('standard')!);
  await player.roll();
  await player.until(() => player.actions > before, 'the set-up');
  await curtain(player);
  await bombard(player, 2);
  expect(player.decision.side).toBe('us');
  await bombard(player, 1);

  // From here on both look at the open table, where nobody hands over.
  await player.tab('Table').click();
  await player.page.getByRole('switch', { name: /Open table/ }).check();
  await player.until(() => player.table!.viewer === 'all', 'the open table');
  await player.tab('Log').click();

  let fires = 0;
  for (let steps = 0; !player.over; steps += 1) {
    expect(steps, 'choices until the Germans are through').toBeLessThan(500);
    const target = fires < 2 && player.offers('target');
    if (target) {
      await fire(player, target.action);
      fires += 1;
    } else await german(player);
  }

  const result = player.page.getByRole('region', { name: 'Result' });
  await expect.poll(() => result.innerText()).toContain('The German side wins');
  await expect.poll(() => result.innerText()).toContain('The dice were honest');
  expect(fires).toBe(2);
  await record(player);
});

/** Between the sides everything is put away until the other player is there. */
async function curtain(player: Player) {
  await player.button('I am here').waitFor();
  await player.page.getByRole('heading', { name: 'The German side', exact: true }).waitFor();
  expect(await player.pane.locator('.counter').count()).toBe(0);
  // Nor is anything left for those who read the page with other means than the eye: no log, no question, no counter.
  const left = await player.page.locator('body').evaluate((body) => body.textContent ?? '');
  expect(left).not.toMatch(/sets up in|\d\/[A-M]\/38/);
  expect(await player.page.getByRole('log').count()).toBe(0);
  await player.handOver();
}

/** Places some markers on the board and ends the phase. */
async function bombard(player: Player, markers: number) {
  const side = player.decision.side;
  for (let placed = 0; placed < markers; placed += 1) await player.choose(player.offers('heavy')!.action);
  const done = player.offers('done')!;
  const before = player.actions;
  await player.ready();
  await player.point(done);
  if (done.rolls || done.leaves) await player.roll();
  await player.played(before);
  await player.until(() => player.decision.side !== side || player.offers('heavy') === undefined, 'the next phase');
}

/** Fires with a unit that can, after a look at the odds. */
async function fire(player: Player, target: string) {
  await player.choose(target);
  await player.choose(player.offers('join')!.action);
  const card = player.page.getByRole('region', { name: 'The attack' });
  addsUp(await player.fates(card));
  await player.choose('fire');
}

/** The Germans run for the exits with their foremost unit; everybody else does as little as can be. */
async function german(player: Player) {
  const view = player.view!;
  const enemies = new Set(view.pieces.filter(({ side }) => side === 'us').flatMap(({ hexes }) => hexes ?? []));
  const far = wayOut(await player.board(), enemies);
  const nearer = (a: string | undefined, b: string | undefined) =>
    (far.get(a ?? '') ?? Infinity) - (far.get(b ?? '') ?? Infinity);
  const goals = player.choices.filter(({ action }) => action.startsWith('to '));
  if (player.offers('exit')) return player.say('exit');
  if (goals.length > 0) return player.say(goals.sort((a, b) => nearer(a.hex, b.hex))[0]!.action);
  const runner = view.pieces
    .filter(({ side, id }) => side === 'german' && id !== undefined)
    .sort((a, b) => nearer(a.hexes?.[0], b.hexes?.[0]))
    .find(({ hexes }) => hexes !== undefined);
  const pick = player.choices.find(({ action }) => action === `pick ${runner?.id}`);
  if (pick && player.decision.side === 'german') return player.say(pick.action);
  const occupied = new Set(view.pieces.flatMap(({ hexes }) => hexes ?? []));
  const empty = player.choices.find(({ action, hex }) => action.startsWith('place ') && !occupied.has(hex!));
  const idle = player.offers('done') ?? player.offers('decline') ?? empty ?? player.choices[0]!;
  return player.say(idle.action);
}

/** The record that the page gives is what the program itself accepts. */
async function record(player: Player) {
  const download = player.page.waitForEvent('download');
  await player.page.getByRole('link', { name: 'Record' }).click();
  const file = join(set.server.folder, 'game.record');
  await (await download).saveAs(file);
  const said = execFileSync(program, ['check', file], { encoding: 'utf8' });
  expect(said).toMatch(/german|German/);
}
