// What cannot be done: the page says why, and nothing is lost.
import { expect, it } from 'vitest';
import { stage } from './stage';

const set = stage();

it('says why a hex cannot be chosen, with the words of the rule', async () => {
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  const far = '1010';
  expect(player.choices.some(({ hex }) => hex === far)).toBe(false);
  await player.press(far);
  const why = player.page.getByRole('dialog', { name: `Why not ${far}?` });
  await why.waitFor();
  const words = await why.innerText();
  const clauses = (await (await player.page.request.get('/api/games/first-blood/clauses')).json()) as {
    id: string;
    text: string;
  }[];
  const cited = clauses.filter(({ id, text }) => words.includes(id) && words.includes(text));
  expect(cited, words).not.toEqual([]);
  expect(player.actions).toBe(0);
  await player.page.keyboard.press('Escape');
  await expect.poll(() => why.count()).toBe(0);
});

it('refuses what an old tab asks for, kindly', async () => {
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  const place = player.offers('place')!;

  // A second tab whose line is dead and does not know it yet: what the server pushes does not come through.
  const old = await set.another(player);
  let deaf = false;
  await old.page.routeWebSocket(/socket/, (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => server.send(text));
    server.onMessage((text) => {
      if (!deaf || !String(text).includes('"push"')) line.send(text);
    });
  });
  await old.goto(`/m/${player.matchId}`);
  await old.pane.waitFor();
  await old.button('Whole board').click();
  deaf = true;
  await player.choose(place.action);
  await player.choose(player.offers('place')!.action);
  expect(player.actions).toBe(2);

  const { x, y } = await player.place(place.hex!);
  await old.page.mouse.click(x, y);
  await expect.poll(() => old.panel.innerText()).toContain(player.prompt);
  await expect.poll(() => old.page.getByRole('log').innerText()).toBe(await player.page.getByRole('log').innerText());
  expect(player.actions).toBe(2);
});

it('goes on when the server was gone', async () => {
  set.allow(/WebSocket|ERR_CONNECTION|Failed to load resource/);
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  await player.choose(player.offers('place')!.action);
  const { view, choices, actions } = player;
  await set.server.kill();
  await player.page.getByText('Connection lost').waitFor();
  player.table = null;
  await set.server.start();
  await player.until(() => player.table !== null, 'the table again');
  expect(player.actions).toBe(actions);
  expect(player.view).toEqual(view);
  expect(player.choices).toEqual(choices);
  await expect.poll(() => player.page.getByText('Connection lost').count()).toBe(0);
  await player.choose(player.offers('place')!.action);
});
