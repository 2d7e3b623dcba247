// Stepping through games that are over: one played here, and records brought along.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Player } from './player';
import { stage } from './stage';

const set = stage();
const records = new URL('../../../crates/games/', import.meta.url).pathname;
const kept = `${records}first-blood/tests/records/`;

it('steps through a finished match, both ways and with other eyes', async () => {
  const player = await set.somebody();
  await player.newGame(/Two at this screen/);
  await player.atTable();
  await player.choose('standard');
  for (const start of ['heavy', 'light', 'done', 'heavy', 'done', 'pick']) {
    await player.choose(player.offers(start)!.action);
  }
  await player.choose(player.offers('to')!.action);
  await player.tab('Table').click();
  await player.button('Concede').click();
  await player.dialog.getByRole('button', { name: 'Concede' }).click();
  const result = player.page.getByRole('region', { name: 'Result' });
  await result.getByRole('link', { name: 'Replay', exact: true }).click();

  const slider = player.page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBe(player.actions);
  expect(await slider.inputValue()).toBe('0');
  const start = await drawn(player);

  await player.page.keyboard.press('End');
  await at(player, last);
  const end = await drawn(player);
  expect(end).not.toEqual(start);
  for (let step = last - 1; step >= 0; step -= 1) {
    await player.page.keyboard.press('ArrowLeft');
    await at(player, step);
  }
  expect(await drawn(player), 'all the way back').toEqual(start);
  await player.button('One action on').click();
  await at(player, 1);
  await slider.fill(String(last));
  await at(player, last);
  expect(await drawn(player), 'by the slider').toEqual(end);
  await player.page.keyboard.press('Home');
  await player.page.keyboard.press('PageDown');
  await player.button(/^Play$/).click();
  await player.button('Pause').or(player.button(/^Play$/)).waitFor();

  await player.page.getByRole('combobox', { name: 'Whose eyes' }).selectOption({ label: 'US' });
  await expect.poll(() => player.page.url()).toContain('see=us');
  await player.page.keyboard.press('End');
  await player.button('Proof').click();
  await expect.poll(() => player.page.getByRole('complementary').innerText()).toMatch(/commit|promised|secret/i);
});

it('opens a record brought along', async () => {
  const player = await set.somebody();
  await player.goto('/replay');
  await bring(player, 'balanced-greedy.record', readFileSync(`${kept}balanced-greedy.record`));
  const slider = player.page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(500);
  await player.page.keyboard.press('End');
  await at(player, last);
  // The last dice lie in the line below the map, as dice and words, and ring their cell on the charts.
  const now = player.page.getByRole('status', { name: 'This action' });
  for (let tries = 0; !/d6.* = /.test(await now.innerText()); tries += 1) {
    expect(tries, 'actions since the last roll').toBeLessThan(300);
    await player.page.keyboard.press('ArrowLeft');
  }
  expect(await now.locator('svg .face').count()).toBeGreaterThan(0);
  expect(await now.innerText()).not.toMatch(/d6=/);
  await player.button('Charts').click();
  await expect.poll(() => player.page.getByRole('complementary').locator('.ring').count()).toBeGreaterThan(0);
  await player.page.keyboard.press('End');
  await player.button('Proof').click();
  const proof = player.page.getByRole('complementary');
  await expect.poll(() => proof.innerText()).toMatch(/wins|German|US/);
  expect(await proof.getByRole('listitem').count()).toBeGreaterThan(2);
  await player.page.reload();
  await slider.waitFor();
});

it('keeps notes, bookmarks and variations as a study that anybody can open', async () => {
  const player = await set.somebody();
  const { page } = player;
  await player.goto('/replay');
  const record = readFileSync(`${kept}balanced-greedy.record`);
  await bring(player, 'balanced-greedy.record', record);
  const slider = page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  await page.keyboard.press('End');
  const last = Number(await slider.getAttribute('max'));
  await at(player, last);
  await player.button('Study').click();
  await slider.fill('40');
  await at(player, 40);
  const note = page.getByRole('textbox', { name: 'Note at action 40' });
  await note.fill('The Germans could have waited.');
  await note.blur();
  const mark = page.getByRole('textbox', { name: 'Bookmark' });
  await mark.fill('The road');
  await mark.blur();

  // Another action than the one that was played leaves the game here; a second goes on with it.
  await player.button('What could be done here?').click();
  const options = page.getByRole('complementary').getByRole('option');
  await options.last().click();
  await at(player, 41);
  expect(await slider.getAttribute('max')).toBe('41');
  const tree = page.getByRole('complementary').getByRole('button', { name: /^1\. .*after 40, 1 action/ });
  await tree.waitFor();
  // Until it has a name it is called by what was done, not as a record writes it.
  const said = (await page.getByRole('textbox', { name: 'What this variation is called' }).inputValue()).trim();
  expect(said).not.toMatch(/^(|(german|us) .*)$/);
  const branch = await drawn(player);
  expect(await player.button('Play on from here').isEnabled(), 'the variation goes on').toBe(true);
  await page.getByRole('textbox', { name: 'What this variation is called' }).fill('What if they wait?');
  await page.getByRole('textbox', { name: 'What this variation is called' }).blur();
  await player.button('The game').click();
  await expect.poll(() => slider.getAttribute('max')).toBe(String(last));

  const [download] = await Promise.all([page.waitForEvent('download'), player.button('Save the study').click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  expect(saved.startsWith(record.toString('utf8')), 'the record is as it was').toBe(true);
  expect(saved).toContain('note 0 after 40: The Germans could have waited.');
  expect(saved).toContain('variation 1 of 0 after 40: What if they wait?');

  // Somebody else opens it.
  const other = await set.somebody();
  await other.goto('/replay');
  await bring(other, 'mine.study', Buffer.from(saved));
  const theirs = other.page.getByRole('slider', { name: 'Action' });
  await theirs.waitFor();
  await other.button('Study').click();
  await other.button(/The Germans could have waited/).click();
  await at(other, 40);
  expect(await other.page.getByRole('status', { name: 'This action' }).innerText()).toContain('The road');
  await other.button(/^1\. What if they wait\?/).click();
  await expect.poll(() => theirs.getAttribute('max')).toBe('41');
  await other.page.keyboard.press('End');
  await at(other, 41);
  expect(await drawn(other)).toBe(branch);
  await other.button('Proof').click();
  await expect.poll(() => other.page.getByRole('complementary').innerText()).toContain('a variation of a study');

  // Whoever plays on from there has the action of the variation behind him.
  const action = /^1\.41 (.*?)(?: \[.*)?$/m.exec(saved)![1]!;
  await playOn(other, 41);
  expect(await recordOf(other)).toContain(`\n41 ${action} `);
});

it('plays on from a moment of a record brought along, where the last dice may have fallen otherwise', async () => {
  const player = await set.somebody();
  const { page } = player;
  await player.goto('/replay');
  const record = readFileSync(`${kept}balanced-greedy.record`);
  expect(record.toString('utf8')).toContain('\n15 us done [d6=5] ');
  await bring(player, 'balanced-greedy.record', record);
  const slider = page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  await page.keyboard.press('End');
  await at(player, Number(await slider.getAttribute('max')));
  await expect.poll(() => player.button('Play on from here').isDisabled()).toBe(true);
  await slider.fill('15');
  await at(player, 15);
  await playOn(player, 15, '2');
  expect(await recordOf(player)).toContain('\n15 us done [forced d6=2] ');
});

it('shares a study by a link, which its maker alone changes', async () => {
  set.allow(/Failed to load resource.*404/);
  const player = await set.somebody();
  const { page } = player;
  await player.goto('/replay');
  await bring(player, 'balanced-greedy.record', readFileSync(`${kept}balanced-greedy.record`));
  const slider = page.getByRole('slider', { name: 'Action' });
  await slider.waitFor();
  await page.keyboard.press('End');
  await at(player, Number(await slider.getAttribute('max')));
  await player.button('Study').click();
  await page.getByRole('complementary').getByText('needs an account').waitFor();
  const made = await page.request.post('/api/account', {
    headers: { 'x-grognard': 'page' },
    data: { name: 'Ulysses', password: 'rock of the Marne' },
  });
  expect(made.ok()).toBe(true);
  await page.reload();
  await slider.waitFor();
  await player.button('Study').click();
  await slider.fill('40');
  await at(player, 40);
  const note = page.getByRole('textbox', { name: 'Note at action 40' });
  await note.fill('The Germans could have waited.');
  await note.blur();
  await player.button('Share').click();
  const address = page.getByRole('textbox', { name: 'The link' });
  await address.waitFor();
  const link = new URL(await address.inputValue()).pathname;
  expect(link).toMatch(/^\/study\/[2-9a-z]{16}$/);

  // Somebody who is not signed in has the link.
  const other = await set.somebody();
  await other.goto(link);
  await other.button(/The Germans could have waited/).click();
  await at(other, 40);
  expect(await other.page.getByRole('status', { name: 'This action' }).innerText()).toContain('The Germans could have waited.');
  await other.page.getByRole('complementary').getByText('Ulysses has made it.').waitFor();
  expect(await other.button('Save to the link').count()).toBe(0);
  const third = await set.somebody();
  await third.goto(link);
  await third.button(/The Germans could have waited/).click();
  await at(third, 40);
  await playOn(third, 40);

  // What its maker writes on is there when he has saved it.
  await note.fill('They should have waited.');
  await note.blur();
  await player.button('Save to the link').click();
  await page.getByText('You alone can change it').waitFor();
  await other.page.reload();
  await other.button(/They should have waited/).waitFor();
  await player.goto('/replay');
  await player.button('Another record').click();
  await page.getByRole('link', { name: 'A study without a name' }).click();
  await player.button('Stop sharing it').click();
  await player.dialog.getByRole('button', { name: 'Stop sharing it' }).click();
  await page.getByText('It is not shared any more.').waitFor();
  await other.page.reload();
  await other.page.getByText('There is no such study').waitFor();
});

it('shows the first position of a long game while the rest is still coming', async () => {
  const record = readFileSync(`${records}rock-of-the-marne/tests/records/campaign-greedy.record`);
  const actions = record.toString('utf8').split('\n').filter((line) => /^\d/.test(line)).length;
  expect(actions).toBeGreaterThan(6000);
  const player = await set.somebody();
  await inParts(player);
  await player.goto('/replay');
  const begun = Date.now();
  await bring(player, 'campaign.record', record);
  await expect.poll(() => player.pane.locator('.counter').count()).toBeGreaterThan(50);
  const first = Date.now() - begun;
  const slider = player.page.getByRole('slider', { name: 'Action' });
  expect(await slider.getAttribute('max')).toBe(String(actions));

  // Whoever wants to the end is led as far as it has come, part by part.
  await player.page.keyboard.press('End');
  await at(player, 0);
  await letIn(player, 3);
  await expect.poll(() => slider.inputValue()).not.toBe('0');
  expect(Number(await slider.inputValue())).toBeLessThan(actions);
  await letIn(player, 1e6);
  await expect.poll(() => slider.inputValue(), { timeout: 600_000 }).toBe(String(actions));
  console.log(`a game of ${actions} actions: the first position after ${first} ms, all of it after ${Date.now() - begun} ms`);
});

it('names the line where a record is damaged', async () => {
  set.allow(/Failed to load resource.*4\d\d/);
  const player = await set.somebody();
  const lines = readFileSync(`${kept}balanced-greedy.record`, 'utf8').split('\n');
  const damaged = lines.findIndex((line) => /^12 us /.test(line));
  lines[damaged] = lines[damaged]!.replace(/ \d{4} /, ' 3932 ');
  await player.goto('/replay');
  await bring(player, 'damaged.record', Buffer.from(lines.join('\n')));
  await expect.poll(() => player.page.locator('main').innerText()).toContain(`Line ${damaged + 1}:`);
  expect(await player.page.getByRole('slider').count()).toBe(0);
});

interface Parted extends Window {
  /** How many parts of a replay may still come. */
  mayCome: number;
  wake?: () => void;
}

/** Holds back all of a replay but its first part, until more is let in. */
function inParts(player: Player): Promise<unknown> {
  return player.page.addInitScript(() => {
    const page = window as unknown as Parted & { fetch: typeof fetch };
    const ask = window.fetch.bind(window);
    page.mayCome = 1;
    page.fetch = async (path, options) => {
      const answer = await ask(path, options);
      if (!String(path).includes('parts=true') || !answer.body) return answer;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const parts = new ReadableStream<string>(
        {
          async pull(to) {
            while (page.mayCome <= 0) await new Promise<void>((wake) => (page.wake = wake));
            page.mayCome -= 1;
            while (!text.includes('\n')) {
              const { done, value } = await reader.read();
              if (done) return to.close();
              text += value;
            }
            const end = text.indexOf('\n') + 1;
            to.enqueue(text.slice(0, end));
            text = text.slice(end);
          },
        },
        { highWaterMark: 0 },
      );
      const { status, headers } = answer;
      return new Response(parts.pipeThrough(new TextEncoderStream()), { status, headers });
    };
  });
}

function letIn(player: Player, parts: number): Promise<void> {
  return player.page.evaluate((parts) => {
    const page = window as unknown as Parted;
    page.mayCome += parts;
    page.wake?.();
  }, parts);
}

async function at(player: Player, step: number) {
  const slider = player.page.getByRole('slider', { name: 'Action' });
  await expect.poll(() => slider.inputValue()).toBe(String(step));
}

/** What lies on the board, as drawn. */
function drawn(player: Player): Promise<string> {
  return player.pane.locator('svg').first().innerHTML();
}

function bring(player: Player, name: string, buffer: Buffer): Promise<void> {
  return player.page.getByLabel(/Open a record/).setInputFiles({ name, mimeType: 'text/plain', buffer });
}

it('says why one cannot play on from a record of older rules', async () => {
  set.allow(/Failed to load resource.*409/);
  const player = await set.somebody();
  await player.goto('/replay');
  await bring(player, 'older.record', readFileSync(`${kept}older/balanced-greedy.record`));
  await player.button('Play on from here').click();
  await player.dialog.getByRole('button', { name: 'Begin' }).click();
  await player.dialog.getByRole('alert').getByText(/version 1 .* It can be looked at, but not played on/).waitFor();
});

/** Begins a match with both sides for himself from the moment that is shown, where the last die may show something else. */
async function playOn(player: Player, actions: number, die?: string) {
  await player.button('Play on from here').click();
  await player.dialog.getByRole('combobox', { name: 'Against' }).selectOption({ label: 'yourself' });
  if (die !== undefined) await player.dialog.getByRole('spinbutton', { name: 'Die 1' }).fill(die);
  await player.dialog.getByRole('button', { name: 'Begin' }).click();
  await player.atTable();
  expect(player.actions).toBe(actions);
}

/** The record of the match at whose table he sits, once he has given it up. */
async function recordOf(player: Player): Promise<string> {
  const path = `/api/matches/${player.matchId}`;
  const side = player.table!.match.seats[0]!.side;
  const headers = { 'x-grognard': 'page' };
  const gone = await player.page.request.post(`${path}/do`, { headers, data: { do: 'concede', side } });
  expect(gone.ok(), await gone.text()).toBe(true);
  return (await player.page.request.get(`${path}/record`)).text();
}
