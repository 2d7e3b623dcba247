// Two players apart and somebody who watches: three browsers, one match.
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

it('is played by two browsers over the wire, and nobody sees too much', async () => {
  const us = await set.somebody();
  const german = await set.somebody();
  const watcher = await set.somebody();
  const link = await invited(us);
  await german.goto(link);
  await Promise.all([us.atTable(), german.atTable()]);
  expect(german.page.url(), 'the key to the seat is not left in the address').not.toContain('#');
  expect([us.table!.yours, german.table!.yours]).toEqual([['us'], ['german']]);

  await expect.poll(() => us.page.getByText('at the table').count()).toBe(2);
  await watcher.goto(`/m/${us.matchId}`);
  await watcher.atTable();
  expect(watcher.table).toMatchObject({ yours: [], viewer: 'spectator', viewers: ['spectator'] });
  await us.page.getByText('1 watching').waitFor();

  await us.choose('standard');
  await chat(us, german);
  await noDraw(german);
  await toSecondTurn(us, german);
  await takenBack(us, german);
  const covered = await stack(german);
  await secret(covered, us, watcher);
  await watcher.page.close();
  await resigned(us, german);
  await rematch(us, german);
});

/** Sets up a match for two with everything hidden that can be, and gives the link for the other. */
async function invited(us: Player): Promise<string> {
  await us.goto('/new');
  await us.wayToPlay(/With a friend/);
  await us.page.getByRole('switch', { name: /draws after set-up are hidden/ }).check();
  await us.page.getByRole('switch', { name: /Moving units are not shown/ }).check();
  await us.button('Set up the table').click();
  const link = await us.page.getByRole('textbox', { name: 'Link to the seat' }).inputValue();
  await us.button('To the table').click();
  return link;
}

async function chat(one: Player, other: Player) {
  await one.tab('Chat').click();
  await one.page.getByRole('textbox', { name: 'Say something' }).fill('Is it dark where you are?');
  await one.button('Say').click();
  await other.tab('Chat 1').click();
  const lines = other.page.getByRole('log', { name: 'Chat' });
  await expect.poll(() => lines.innerText()).toContain('Is it dark where you are?');
  await one.tab('Log').click();
}

/** The book of this game knows no draws, so none can be offered, and the button says by which rule. */
async function noDraw(player: Player) {
  await player.tab('Table').click();
  const offer = player.button('Offer a draw');
  expect([await offer.isDisabled(), await offer.getAttribute('title')]).toEqual([true, 'There are no draws (4.6).']);
  await player.tab('Log').click();
}

/** Both let the first turn pass, each ending his own phases. */
async function toSecondTurn(us: Player, german: Player) {
  for (let phases = 0; us.view!.turn < 2 || us.view!.phase.id !== 'II'; phases += 1) {
    // An event may bring a score of units, each to be placed and put on top or not: 43 choices at the most.
    expect(phases).toBeLessThan(100);
    const { side } = us.decision;
    const player = side === 'us' ? us : german;
    const other = side === 'us' ? german : us;
    await player.until(() => player.mine, 'the choice');
    expect(other.choices, 'what the other may choose is told to nobody else').toEqual([]);
    await player.choose((player.offers('done') ?? player.offers('decline') ?? player.choices[0]!).action);
    await other.until(() => other.actions === player.actions, 'the news');
  }
}

/** What was done is taken back when the other agrees. */
async function takenBack(us: Player, german: Player) {
  const before = german.actions;
  await german.choose(german.offers('place')!.action);
  await us.until(() => us.actions === german.actions, 'the news');
  await german.tab('Table').click();
  await german.button('Ask for a take-back').click();
  await german.dialog.getByRole('button', { name: 'Ask' }).click();
  await us.page.getByText('The German side asks for a take-back').waitFor();
  expect(us.actions).toBe(before + 1);
  await us.button('Accept').click();
  await german.until(() => german.actions === before, 'the position before');
  await us.until(() => us.actions === before, 'the position before');
  await german.tab('Log').click();
}

/**
 * The German puts drawn units below others, as long as there are any; gives the names of those that came to lie there.
 * Of units that look alike one stands for all in the question which lies on top, so it is read from the board.
 */
async function stack(german: Player): Promise<string[]> {
  const drawn = new Set<string>();
  const open = new Set<string>();
  const covered = () => [...drawn].filter((id) => !open.has(id));
  const places = () => german.choices.filter(({ action }) => action.startsWith('place '));
  while (covered().length < 3 && places().length > 0) {
    const onBoard = german.view!.pieces.filter(({ hexes }) => hexes !== undefined);
    const standing = new Map(onBoard.map(({ hexes, id }) => [id, hexes![0]]));
    const { action, hex } = places().find((place) => [...standing.values()].includes(place.hex))!;
    await german.choose(action);
    const tops = german.choices.filter((choice) => choice.action.startsWith('top '));
    await german.choose((tops.find(({ piece }) => standing.get(piece) === hex) ?? tops[0]!).action);
    const here = german.view!.pieces.filter(({ hexes }) => hexes?.[0] === hex).map(({ id }) => id!);
    for (const id of here.filter((id) => !standing.has(id))) drawn.add(id);
    open.add(here.at(-1)!);
  }
  expect(covered().length).toBeGreaterThan(0);
  return covered();
}

/** Nothing of what lies covered has come to those who may not know it, in no byte and nowhere on the page. */
async function secret(covered: string[], ...others: Player[]) {
  for (const player of others) {
    await player.page.reload();
    await player.atTable();
    const { x, y } = await player.place('3431');
    await player.page.mouse.move(x, y);
    const page = await player.page.content();
    expect(player.received.length).toBeGreaterThan(10);
    for (const id of covered) {
      expect(player.received.filter((text) => text.includes(id))).toEqual([]);
      expect(page).not.toContain(id);
    }
  }
}

async function resigned(us: Player, german: Player) {
  await german.tab('Table').click();
  await german.button('Concede').click();
  await german.dialog.getByRole('button', { name: 'Concede' }).click();
  for (const player of [us, german]) {
    const result = player.page.getByRole('region', { name: 'Result' });
    await expect.poll(() => result.innerText()).toContain('US wins');
    await expect.poll(() => result.innerText()).toContain('The dice were honest');
  }
  expect(us.table!.viewers, 'after the end everything is open').toContain('all');
}

/** One asks, the other follows; each has the other side now. */
async function rematch(us: Player, german: Player) {
  const old = us.matchId;
  await us.button('Offer a rematch, sides swapped').click();
  await us.page.waitForURL((url) => !url.pathname.endsWith(old) && url.pathname.startsWith('/m/'));
  await us.until(() => us.table?.match.status === 'waiting', 'the other has not agreed yet');
  await german.button('Agree to the rematch').click();
  await german.page.waitForURL((url) => url.pathname === new URL(us.page.url()).pathname);
  await Promise.all([us.atTable(), german.atTable()]);
  await us.until(() => us.table!.match.id === us.matchId && us.table!.match.status === 'playing', 'the rematch');
  await german.until(() => german.table!.match.id === us.matchId, 'the rematch');
  expect([us.table!.yours, german.table!.yours]).toEqual([['german'], ['us']]);
  await german.choose('standard');
}
