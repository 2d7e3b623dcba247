import { expect, it } from 'vitest';
import { opened } from './progress';

it('a lesson goes on where it was left', () => {
  expect(opened('{"step":2,"away":true}', 5)).toEqual({ step: 2, away: true });
});

it('and begins anew where what was kept does not fit', () => {
  for (const text of [null, 'no', '[]', '{"step":5}', '{"step":-1}', '{"step":1.5}', '{"away":true}']) {
    expect(opened(text, 5)).toEqual({ step: 0, away: false });
  }
});
