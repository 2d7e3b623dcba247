// The workshop in a real browser: a region of the Tannenberg map traced by clicks from a picture like a scan, and a battle laid
// out, looked at by the rules and played.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MapSheet, MatchInfo, ProjectState } from '../../src/lib/wire';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();

async function begun(player: Player, game: string, title: string): Promise<string> {
  const { page } = player;
  await player.goto('/workshop');
  await page.getByRole('combobox', { name: 'Game' }).selectOption(game);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.waitForURL(/\/workshop\/[a-z0-9]+$/);
  return page.url().split('/').at(-1)!;
}

const asked = async <T>(player: Player, path: string) => (await (await player.page.request.get(path)).json()) as T;

/** Waits until the whole board is in sight and glides no more; where it lies. */
async function whole({ page, pane }: Player) {
  const [ground, window] = [page.locator('.ground').first(), (await pane.boundingBox())!];
  let frame = (await ground.boundingBox())!;
  const lies = async () => {
    const before = frame;
    frame = (await ground.boundingBox())!;
    const fits = frame.width <= window.width + 1 && frame.height <= window.height + 1;
    return fits && frame.x === before.x && frame.width === before.width;
  };
  await expect.poll(lies).toBe(true);
  return frame;
}

it('a region of a hundred hexes is traced from a scan by clicks', async () => {
  const player = await set.somebody({ viewport: { width: 1800, height: 1100 } });
  const { page } = player;
  const id = await begun(player, 'clash-of-giants', 'My Tannenberg');
  await page.getByRole('tab', { name: 'Map' }).click();
  const pane = page.getByRole('application');
  await pane.waitFor();
  const sheet = await asked<MapSheet>(player, `/api/workshop/${id}/map?scenario=tannenberg`);

  // A copy with a forest of ten by ten hexes where the shipped map has something else; its picture is the scan.
  const wide = sheet.hexes.filter(({ id }) => Number(id.slice(0, 2)) >= 20 && Number(id.slice(0, 2)) < 30);
  const region = wide.filter(({ id }) => Number(id.slice(2)) >= 8 && Number(id.slice(2)) < 18);
  expect(region.length).toBe(100);
  const board = await asked<{ width: number; height: number; size: number }>(player, `/api/workshop/${id}/board?scenario=tannenberg`);
  // Photographed askew: turned a little, and what lies farther off is smaller.
  const askew = ({ x, y }: { x: number; y: number }) => {
    const far = 1 + 0.00012 * x + 0.00008 * y;
    return { x: (0.84 * x - 0.1 * y + 210) / far, y: (0.1 * x + 0.84 * y + 10) / far, far };
  };
  const size = { width: Math.round(board.width), height: Math.round(board.height) };
  const scan = await page.evaluate(
    ({ spots, board, size }) => {
      // Each hex of the region is green where it is forest; grain is in every photograph.
      const canvas = Object.assign(document.createElement('canvas'), size);
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = '#f0e6c8';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      for (const { x, y, far } of spots) {
        pen.fillStyle = '#2e6b2e';
        pen.beginPath();
        pen.arc(x, y, (board.size * 0.58) / far, 0, 7);
        pen.fill();
      }
      for (let grain = 0; grain < 4000; grain += 1) {
        pen.fillStyle = grain % 2 ? '#0002' : '#fff2';
        pen.fillRect((grain * 7919) % canvas.width, (grain * 104729) % canvas.height, 2, 2);
      }
      return canvas.toDataURL('image/png').split(',')[1]!;
    },
    { spots: region.map(askew), board, size },
  );
  await page.getByLabel('A scan or photograph').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: Buffer.from(scan, 'base64') });
  await page.getByRole('button', { name: 'Lay it on by points' }).click();

  // Four points: on the picture, then the hex on the board.
  const onBoard = async (x: number, y: number) => {
    const frame = (await page.locator('.ground').first().boundingBox())!;
    return { x: frame.x + (x / board.width) * frame.width, y: frame.y + (y / board.height) * frame.height };
  };
  await pane.focus();
  await page.keyboard.press('0');
  await whole(player);
  for (const label of ['1203', '4904', '4923', '1322']) {
    const hex = sheet.hexes.find((one) => one.id === label)!;
    const picture = page.getByRole('button', { name: 'Your picture: click a point' });
    const frame = (await picture.locator('img').boundingBox())!;
    const from = askew(hex);
    await picture.click({ position: { x: (from.x / size.width) * frame.width, y: (from.y / size.height) * frame.height } });
    const at = await onBoard(hex.x, hex.y);
    await page.mouse.click(at.x, at.y);
  }
  const image = page.locator('.ground image');
  await image.waitFor();

  // The picture lies where it belongs: each hex that is to be traced is green in its middle.
  const greens = await image.evaluate(
    async (image, { hexes, board }) => {
      const picture = new Image();
      picture.src = image.getAttribute('href')!;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      const pen = canvas.getContext('2d')!;
      pen.drawImage(picture, 0, 0);
      const green = ({ x, y }: { x: number; y: number }) => {
        const [r, g] = pen.getImageData((x / board.width) * picture.width, (y / board.height) * picture.height, 1, 1).data;
        return g! > r! + 25;
      };
      return hexes.filter(green).map(({ id }) => id);
    },
    { hexes: sheet.hexes, board },
  );
  expect(greens.sort()).toEqual(region.map(({ id }) => id).sort());

  // Traced: a click for each.
  await page.getByRole('radio', { name: 'Woods', exact: true }).check();
  const trace = async (labels: string[]) => {
    for (const label of labels) {
      const hex = region.find((one) => one.id === label)!;
      const at = await onBoard(hex.x, hex.y);
      await page.mouse.click(at.x, at.y);
    }
  };
  expect(greens.length).toBe(100);
  await trace(greens);
  // Whoever traces sees what a click has missed, and clicks there again.
  const missed = async () => {
    const map = await asked<MapSheet>(player, `/api/workshop/${id}/map?scenario=tannenberg`);
    const woods = map.terrains.findIndex((kind) => kind.id === 'woods');
    const left = greens.filter((label) => map.hexes.find((one) => one.id === label)!.terrain !== woods);
    await trace(left);
    return left.length;
  };
  await expect.poll(missed, { interval: 1500, timeout: 60_000 }).toBe(0);

  // What was wooded before is no change; a step back is one hex back.
  const state = await asked<ProjectState>(player, `/api/workshop/${id}`);
  const woods = sheet.terrains.findIndex((kind) => kind.id === 'woods');
  expect(Object.keys(state.entries).filter((key) => key.startsWith('ground ')).length).toBe(
    region.filter(({ terrain }) => terrain !== woods).length,
  );
  // A click that was still on its way comes after the step back, which is then its own.
  const undone = async () => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/undo'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await answered;
    return (await asked<ProjectState>(player, `/api/workshop/${id}`)).redo;
  };
  await expect.poll(undone).toBe(1);
  // The picture is still there when one comes back.
  await page.reload();
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.locator('.ground image').waitFor();
}, 240_000);

it('a designer says what victory asks in the words of the game, on the map and off it, and is told what a clause says otherwise', async () => {
  const player = await set.somebody({ viewport: { width: 1800, height: 1100 } });
  const { page } = player;
  const id = await begun(player, 'clash-of-giants', 'A longer battle');
  const entries = async () => (await asked<ProjectState>(player, `/api/workshop/${id}`)).entries as Record<string, { value: unknown }>;
  await page.getByRole('tab', { name: 'Scenarios' }).click();
  const turns = page.getByRole('region', { name: 'Turns' });
  await turns.getByRole('textbox', { name: 'Last turn' }).fill('14');
  await turns.getByRole('textbox', { name: 'Last turn' }).press('Tab');
  await expect.poll(async () => (await entries())['value scenarios/tannenberg.toml last_turn']?.value).toBe(14);
  await turns.getByText('shipped 15; now: my copy of the game').waitFor();
  // Who comes stands by turns, with what is printed of him.
  const coming = page.getByRole('region', { name: 'Who comes when' });
  const first = coming.getByRole('row').nth(1);
  expect(await first.getByRole('textbox').first().inputValue()).toMatch(/^turn 2/);

  // The same on the map: a victory hex, a name, and what a clause has against a river that is gone.
  await page.getByRole('tab', { name: 'Map' }).click();
  const pane = page.getByRole('application');
  await pane.waitFor();
  const [sheet, board] = await Promise.all([
    asked<MapSheet>(player, `/api/workshop/${id}/map?scenario=tannenberg`),
    asked<{ width: number; height: number }>(player, `/api/workshop/${id}/board?scenario=tannenberg`),
  ]);
  const press = async (label: string) => {
    await pane.focus();
    await page.keyboard.press('0');
    const [frame, hex] = [await whole(player), sheet.hexes.find((one) => one.id === label)!];
    await page.mouse.click(frame.x + (hex.x / board.width) * frame.width, frame.y + (hex.y / board.height) * frame.height);
  };
  await page.getByRole('radio', { name: 'Names, values, zones, entry hexes' }).check();
  const what = page.getByRole('combobox', { name: 'What', exact: true });
  await what.selectOption({ label: 'Victory hexes' });
  await press('2316');
  const points = page.getByRole('textbox', { name: 'Points for the German' });
  expect(await points.inputValue()).toBe('3');
  await points.fill('4');
  await points.press('Tab');
  await expect.poll(async () => (await entries())['value tannenberg/tables.toml victory[hex=2316].german']?.value).toBe(4);
  await what.selectOption({ label: 'Names on the map' });
  await press('2608');
  await page.getByRole('button', { name: 'Add one here' }).click();
  const name = page.getByRole('region', { name: 'What is said of 2608' }).getByRole('textbox', { name: 'Name' });
  await name.fill('Domnau mill');
  await name.press('Tab');
  await expect.poll(async () => JSON.stringify(await entries())).toContain('Domnau mill');
  expect((await asked<ProjectState>(player, `/api/workshop/${id}`)).problems).toEqual([]);
  await page.getByRole('radio', { name: 'Hexsides' }).check();
  await page.getByRole('combobox', { name: 'What', exact: true }).selectOption({ label: 'River' });
  await press('1811');
  await press('1910');
  await page.getByText('Perhaps not meant so: 1').click();
  await page.getByText(/^Between 1811 and 1910 there is River by .*2\.1.*, and none here\./).waitFor();
});

it('a battle is laid out, the rules say what is wrong with it, and it is played at once', async () => {
  const player = await set.somebody();
  const { page } = player;
  const id = await begun(player, 'first-blood', 'The Moulin at dawn');
  const battle = {
    title: 'The Moulin at dawn',
    about: '',
    source: 'reconstruction mine',
    position: {
      phase: 'VI',
      turn: 3,
      pieces: [
        { piece: '1/A/38', hex: '2229' },
        { piece: 'G001', hex: '2229' },
        { piece: 'G002', hex: '2231' },
      ],
    },
  };
  const headers = { 'x-grognard': 'page' };
  await page.request.post(`/api/workshop/${id}/edit`, { headers, data: { set: { 'battle battle-1': battle } } });
  await page.reload();
  await page.getByText('2229 holds units of both sides').waitFor();
  expect(await page.getByRole('button', { name: /Play the US side/ }).isDisabled()).toBe(true);
  // Click the problem: its counter is in hand. Click where it belongs.
  await page.getByRole('button', { name: /G001: 2229 holds/ }).click();
  const sheet = await asked<MapSheet>(player, `/api/workshop/${id}/map`);
  const board = await asked<{ width: number; height: number }>(player, `/api/workshop/${id}/board`);
  const hex = sheet.hexes.find((one) => one.id === '2232')!;
  const pane = page.getByRole('application');
  await pane.focus();
  await page.keyboard.press('0');
  const frame = await whole(player);
  await page.mouse.click(frame.x + (hex.x / board.width) * frame.width, frame.y + (hex.y / board.height) * frame.height);
  await page.getByText('The rules have nothing against it').waitFor();
  await page.getByRole('button', { name: /Play the US side/ }).click();
  await player.atTable();
  expect(page.url()).toContain('/m/');
});

it('a combat table is written as a chart, and its odds follow while it is written', async () => {
  const player = await set.somebody({ viewport: { width: 1500, height: 1000 } });
  const { page } = player;
  const id = await begun(player, 'rock-of-the-marne', 'My combat table');
  await page.getByRole('tab', { name: 'Counters and tables' }).click();
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption({ label: 'tables: combat (3)' });
  const table = page.getByRole('region', { name: 'Table combat.results' });
  const odds = page.getByRole('region', { name: 'What the dice make of it' });
  const column = odds.getByRole('listitem').filter({ hasText: /^3:1/ });
  const bar = column.getByRole('img').first();
  // Of the 36 ways in which two dice fall: 1 for a 2, 2 for a 3, and so on to 6 for a 7 and back.
  const shipped =
    'A4r2 2.8 %, A3r1 13.9 %, A3r1,D1 11.1 %, A2,D1 13.9 %, A2,D2 16.7 %, A1,D2 13.9 %, A1,D3r1 11.1 %, D3r1 13.9 %, D4r2 2.8 %';
  await expect.poll(() => bar.getAttribute('aria-label')).toBe(shipped);
  expect(await column.innerText()).toMatch(/attacker's steps 1\.72, defender's steps 1\.72/);

  // The 7 under 3:1, the likeliest of all, made much worse for the defender; nothing is kept yet.
  const cell = table.getByRole('textbox', { name: '7, 3:1', exact: true });
  expect(await cell.inputValue()).toBe('A2,D2');
  await cell.fill('D4r2');
  const changed = 'A4r2 2.8 %, A3r1 13.9 %, A3r1,D1 11.1 %, A2,D1 13.9 %, D4r2 19.4 %, A1,D2 13.9 %, A1,D3r1 11.1 %, D3r1 13.9 %';
  await expect.poll(() => bar.getAttribute('aria-label')).toBe(changed);
  // 6 of 36 times 2 steps less for the attacker, and 2 more for the defender.
  expect(await column.innerText()).toMatch(/attacker's steps 1\.39 \(shipped 1\.72\), defender's steps 2\.06 \(shipped 1\.72\)/);
  expect((await asked<ProjectState>(player, `/api/workshop/${id}`)).revision).toBe(1);
  // A slip is told while it is written.
  await cell.fill('D44x');
  await odds.getByText(/It does not fit like this/).waitFor();
  await cell.fill('D4r2');
  await cell.press('Enter');
  await expect.poll(async () => (await asked<ProjectState>(player, `/api/workshop/${id}`)).revision).toBe(2);
  await expect.poll(() => cell.inputValue()).toBe('D4r2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => cell.inputValue()).toBe('A2,D2');
  await expect.poll(() => bar.getAttribute('aria-label')).toBe(shipped);
});

it('what a project has on by default is on in the form for a new game and in the match', async () => {
  const player = await set.somebody();
  const { page } = player;
  const id = await begun(player, 'first-blood', 'Open counts');
  await page.getByRole('tab', { name: 'Options' }).click();
  const count = page.getByRole('switch', { name: /The number of units in an enemy stack is open/ });
  await count.check();
  await expect.poll(async () => Object.keys((await asked<ProjectState>(player, `/api/workshop/${id}`)).entries)).toContain('option show-counts');
  // Back to what is shipped is no change.
  await count.uncheck();
  await expect.poll(async () => Object.keys((await asked<ProjectState>(player, `/api/workshop/${id}`)).entries)).not.toContain('option show-counts');
  await count.check();
  await page.getByText('Changed: off as shipped (published my copy of the game).').waitFor();

  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Play it yourself' }).click();
  await page.getByText('With changed data: Open counts').waitFor();
  expect(await count.isChecked()).toBe(true);
  await page.getByText('On in this copy of the game (published my copy of the game).').waitFor();
  await page.getByText('Two at this screen').click();
  await page.getByRole('button', { name: 'Set up the table' }).click();
  await page.waitForURL(/\/m\//);
  const match = await asked<MatchInfo>(player, `/api/matches/${page.url().split('/').at(-1)}`);
  expect(match.options).toContain('show-counts=on');
  expect(match.options).toContain('strict-fog=off');
});

it('whoever lays out a battle is told who would be out of supply, and may play it all the same', async () => {
  const player = await set.somebody();
  const { page } = player;
  const id = await begun(player, 'clash-of-giants', 'South of the lakes');
  // Behind the Spirding lake there is no line along the compass: 3417 is cut off, 2015 is not.
  const pieces = [['G-41', '2015'], ['G-35', '3417'], ['R-1', '5022']].map(([piece, hex]) => ({ piece, hex }));
  const position = { scenario: 'tannenberg', turn: 5, phase: 'allied-combat', pieces };
  const battle = { title: 'South of the lakes', about: '', source: 'reconstruction mine', position };
  await page.request.post(`/api/workshop/${id}/edit`, { headers: { 'x-grognard': 'page' }, data: { set: { 'battle battle-1': battle } } });
  await page.reload();
  await page.getByText('The rules have nothing against it').waitFor();
  const known = page.getByRole('button', { name: /finds no line of supply: it would be marked attenuated supply/ });
  await known.click();
  await page.getByRole('heading', { name: 'In hand: G-35' }).waitFor();
  expect(await known.count()).toBe(1);
  expect(await page.getByRole('button', { name: /Play the German side/ }).isEnabled()).toBe(true);
});

it('two play with an archive: one brings it, the other reads what is changed and accepts it', async () => {
  const [anna, ben] = [await set.somebody(), await set.somebody()];
  const id = await begun(anna, 'first-blood', 'Twelve factors');
  const changed = { value: 12, source: 'published my copy of the game' };
  const headers = { 'x-grognard': 'page' };
  await anna.page.request.post(`/api/workshop/${id}/edit`, { headers, data: { set: { 'value tables.toml stacking.factors': changed } } });
  const archive = await (await anna.page.request.get(`/api/workshop/${id}/archive`)).body();

  // What is no archive is refused with one sentence, at the form where it is brought.
  await anna.goto('/new');
  const file = anna.page.getByLabel('Or with changed data, from an archive');
  set.allow(/422/);
  await file.setInputFiles({ name: 'a.grognard', mimeType: 'application/gzip', buffer: archive.subarray(0, 200) });
  await anna.page.getByRole('alert').getByText(/^The archive is damaged: /).waitFor();
  await file.setInputFiles({ name: 'a.grognard', mimeType: 'application/gzip', buffer: archive });
  await anna.page.getByText('With changed data: Twelve factors').waitFor();
  await anna.page.getByRole('radiogroup', { name: 'Ways to play' }).getByText('Open to anybody').click();
  await anna.page.getByRole('button', { name: 'Set up the table' }).click();
  await anna.page.waitForURL(/\/m\//);

  await ben.goto('/');
  await ben.page.getByRole('link', { name: 'Changed data: look, and sit down' }).click();
  await ben.page.getByText('Twelve factors', { exact: true }).waitFor();
  await ben.page.getByRole('button', { name: 'Accept, and sit down here' }).click();
  const match = anna.page.url().split('/').at(-1)!;
  await expect.poll(async () => (await asked<MatchInfo>(ben, `/api/matches/${match}`)).status).toBe('playing');
});

it('a sheet goes out as CSV and comes back, a row comes and another goes, and each keeps its place', async () => {
  const player = await set.somebody();
  const { page } = player;
  const id = await begun(player, 'clash-of-giants', 'My counters');
  const entries = async () => (await asked<ProjectState>(player, `/api/workshop/${id}`)).entries as Record<string, { value: unknown }>;
  await page.getByRole('tab', { name: 'Counters and tables' }).click();
  const sheet = page.getByRole('combobox', { name: 'Sheet' });
  await sheet.selectOption({ label: 'tannenberg/pieces: group.units (57)' });
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
  const lines = readFileSync(await saved.path(), 'utf8').trim().split('\r\n');
  const ter = lines[0]!.split(',').indexOf('ter');
  const [first, ...rest] = lines.slice(1).map((line) => line.split(','));
  expect([lines.length, first![0], first![ter]]).toEqual([58, 'group[title=German I Corps].units[id=G-1]', '4']);
  first![ter] = '5';
  const back = [lines[0], ...[first!, ...rest].map((cells) => cells.join(','))].join('\r\n');
  await page.getByLabel('Bring a CSV').setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(back) });
  await page.getByText('1 values were taken.').waitFor();
  const key = 'value tannenberg/pieces.toml group[title=German I Corps].units[id=G-1]';
  expect((await entries())[`${key}.ter`]?.value).toBe(5);
  // As a spreadsheet copies it; the shipped value is no change.
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  await page.getByLabel('Cells from a spreadsheet').fill(`place\tter\n${first![0]}\t4`);
  await page.getByRole('button', { name: 'Take them' }).click();
  await expect.poll(async () => Object.keys(await entries())).toEqual(['title']);

  // What is known by another name keeps its row: its other cells can still be changed.
  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  await cell(`id of ${first![0]}`).fill('G-1b');
  await cell(`id of ${first![0]}`).press('Tab');
  await expect.poll(() => cell(`id of ${first![0]}`).inputValue()).toBe('G-1b');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Object.keys(await entries())).toEqual(['title']);

  await sheet.selectOption({ label: 'scenarios/marne-battle: setup.units (70)' });
  await page.getByRole('button', { name: 'Add a row like setup[1].units[unit=4 Cav]', exact: true }).click();
  // Nobody is there twice: the rules say so, and the row is there to be written.
  await page.getByText('"4 Cav" is placed a second time').waitFor();
  const unit = cell('unit of setup[1].units+1');
  expect(await unit.inputValue()).toBe('4 Cav');
  await page.getByRole('button', { name: 'Take out setup[1].units[unit=4 Cav]', exact: true }).click();
  await page.getByText('Taken out: setup[1].units[unit=4 Cav]').waitFor();
  await expect.poll(async () => (await asked<ProjectState>(player, `/api/workshop/${id}`)).problems).toEqual([]);
  await cell('hex of setup[1].units+1').fill('2008');
  await cell('hex of setup[1].units+1').press('Tab');
  await expect.poll(async () => (await entries())['add scenarios/marne-battle.toml 00000 setup[1].units']?.value).toMatchObject({ hex: '2008', unit: '4 Cav' });
  await page.getByRole('button', { name: 'Take out setup[1].units+1' }).click();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await expect.poll(async () => Object.keys(await entries())).toEqual(['title']);
});
