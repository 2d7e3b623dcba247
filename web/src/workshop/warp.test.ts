import { expect, it } from 'vitest';
import { onPicture, warpOf, type Pin } from './warp';

const pin = (x: number, y: number, u: number, v: number): Pin => ({ to: { x, y }, from: { x: u, y: v } });

it('three points turn, stretch and move a picture', () => {
  // Twice as large, a quarter turned, moved by (10, 20): (x, y) of the board is (10 - 2y, 20 + 2x) of the picture.
  const warp = warpOf([pin(0, 0, 10, 20), pin(100, 0, 10, 220), pin(0, 100, -190, 20)])!;
  const { x, y } = onPicture(warp, { x: 30, y: 40 });
  expect([x, y].map(Math.round)).toEqual([-70, 80]);
});

it('four points set right what was photographed askew', () => {
  const pins = [pin(0, 0, 100, 50), pin(400, 0, 500, 50), pin(400, 300, 600, 350), pin(0, 300, 0, 350)];
  const warp = warpOf(pins)!;
  for (const { from, to } of pins) {
    const { x, y } = onPicture(warp, to);
    expect(x).toBeCloseTo(from.x, 6);
    expect(y).toBeCloseTo(from.y, 6);
  }
  // The middle of the far edge stays in the middle, and what is near takes more room than what is far.
  expect(onPicture(warp, { x: 200, y: 150 }).x).toBeCloseTo(300, 6);
  expect(onPicture(warp, { x: 200, y: 150 }).y).toBeLessThan(200);
});

it('points on one line settle nothing', () => {
  expect(warpOf([pin(0, 0, 0, 0), pin(1, 1, 5, 5), pin(2, 2, 10, 10)])).toBeNull();
  expect(warpOf([pin(0, 0, 0, 0), pin(1, 1, 5, 5)])).toBeNull();
});
