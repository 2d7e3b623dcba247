import { expect, it } from 'vitest';
import { opened, stepAfter, stepInPhase, wentBack } from './progress';

it('a lesson goes on where it was left', () => {
  expect(opened('{"step":2,"away":true}', 5)).toEqual({ step: 2, away: true, phase: null });
  expect(opened('{"step":2,"away":false,"phase":"Fire"}', 5)).toEqual({ step: 2, away: false, phase: 'Fire' });
});

it('and begins anew where what was kept does not fit', () => {
  for (const text of [null, 'no', '[]', '{"step":5}', '{"step":-1}', '{"step":1.5}', '{"away":true}']) {
    expect(opened(text, 5)).toEqual({ step: 0, away: false, phase: null });
  }
});

it('an action leads on where a step waits for it, even past steps that wait for nothing', () => {
  const steps = [{ text: 'look' }, { text: 'aim', until: 'target 3030' }, { text: 'read' }, { text: 'end', until: 'done' }, { text: 'bye' }];
  const after = (step: number, action: string) => stepAfter(steps, step, action);
  expect([after(1, 'target 3030'), after(1, 'target 2930'), after(0, 'target 3030')]).toEqual([2, 1, 2]);
  expect(stepAfter([{ text: 'join', until: 'join all | join G-2' }], 0, 'join G-2')).toBe(1);
  expect([after(2, 'done'), after(1, 'done'), after(4, 'done')]).toEqual([4, 1, 4]);
});

it('a phase that begins leads on to its first step, never back', () => {
  const steps = [{ text: 'look' }, { text: 'fire', phase: 'Fire', until: 'fire' }, { text: 'end', phase: 'Fire', until: 'done' }, { text: 'watch', phase: 'Enemy' }, { text: 'move', phase: 'Move' }];
  const at = (step: number, phase: string) => stepInPhase(steps, step, phase);
  expect([at(1, 'Enemy'), at(1, 'Move'), at(2, 'Fire'), at(3, 'Fire'), at(0, 'Supply')]).toEqual([3, 4, 2, 3, 0]);
});

it('what is taken back takes the coach back to where he was before it, past all that came after', () => {
  const way = [0, 3, 4].map((actions, at) => ({ actions, step: at + 1, away: false }));
  expect(wentBack(way, 4)).toEqual({ way: way.slice(0, 2), to: way[2] });
  expect(wentBack(way, 2)).toEqual({ way: way.slice(0, 1), to: way[1] });
  expect(wentBack(way, 5)).toEqual({ way, to: null });
});
