import { describe, expect, it } from 'vitest';
import type { EventKind, LogEvent } from '../lib/wire';
import { chapters } from './folding';

const event = (kind: EventKind, text: string, more: Partial<LogEvent> = {}): LogEvent => ({ at: 0, kind, text, ...more });
const advance = (piece: string, from: string, to: string) =>
  event('advance', `A British unit advances from ${from} to ${to}.`, {
    side: 'allied', pieces: [piece], hexes: [from, to], way: true,
  });
const texts = (events: LogEvent[]) =>
  chapters(events, () => 'British').map(({ head, entries }) => [head?.text ?? null, entries.map(({ text }) => text)]);

describe('the log', () => {
  it('tells in one sentence what several units did', () => {
    const log = ['a', 'b', 'c', 'd', 'e', 'f'].map((piece, at) => advance(piece, `262${at}`, '2720'));
    expect(texts(log)).toEqual([[null, ['Six British units advance to 2720.']]]);
    const [chapter] = chapters(log, () => 'British');
    expect(chapter!.entries[0]!.events).toEqual(log);
  });

  it('keeps few moves to different hexes apart, and folds many', () => {
    const log = ['2720', '2720', '2721'].map((to, at) => advance(String(at), '2600', to));
    expect(texts(log)).toEqual([[null, ['Two British units advance to 2720.', log[2]!.text]]]);
    const moved = ['1', '2', '3', '4'].map((to) => event('set-up', `${to} sets up.`, { side: 'us', pieces: [to], hexes: [to] }));
    expect(texts(moved)).toEqual([[null, ['Four British units are set up.']]]);
    const flight = ['1', '2', '3', '3'].map((to) => event('retreat', `a to ${to}.`, { side: 'us', pieces: ['a'], hexes: [to] }));
    expect(texts(flight)[0]![1]).toEqual(['One British unit retreats.']);
  });

  it('folds by phase, and does not mix kinds, losses or dice', () => {
    const dice = { for: 'x', dice: [{ sides: 6, value: 3 }], total: 3 };
    const log = [
      event('phase', 'Turn 1, Movement.'),
      advance('a', '1', '2'),
      event('combat', 'An attack.'),
      { ...advance('b', '1', '2'), rolls: [dice] as LogEvent['rolls'] },
      event('phase', 'Turn 1, Combat.'),
      event('bombardment', 'No effect in 4022.'),
      event('bombardment', 'No effect in 4022.'),
      event('bombardment', 'No effect in 4022.'),
    ];
    expect(texts(log)).toEqual([
      ['Turn 1, Movement.', [log[1]!.text, 'An attack.', log[3]!.text]],
      ['Turn 1, Combat.', ['No effect in 4022, three times.']],
    ]);
  });

  it('knows an entry by its place, so that it stays open when the log grows', () => {
    const log = [event('phase', 'A.'), event('combat', 'x.'), event('fire', 'y.')];
    expect(chapters(log, () => '', 7)[0]!.entries.map(({ at }) => at)).toEqual([8, 9]);
  });
});
