import { expect, it } from 'vitest';
import { Camera } from './camera';
import { Cursor } from './cursor.svelte';
import { HexIndex } from './hexes';

const index = new HexIndex({
  size: 10,
  pointy: false,
  hexes: ['a', 'b', 'c'].map((id, at) => ({ id, x: 0, y: 17.3 * at, terrain: 0 })),
});
const made = () => {
  const camera = new Camera(() => {});
  camera.board = { width: 40, height: 60 };
  camera.window = { width: 40, height: 60 };
  return new Cursor(camera, () => index);
};

it('begins where something is offered, and walks to the edge of the board', () => {
  const cursor = made();
  expect(cursor.step('down', ['b', 'c'])).toBe(true);
  expect(cursor.hex?.id).toBe('b');
  expect(cursor.step('down', [])).toBe(true);
  expect(cursor.hex?.id).toBe('c');
  expect(cursor.step('down', [])).toBe(false);
  expect(cursor.hex?.id).toBe('c');
});

it('is told of only while the keyboard is used, and less than the mouse', () => {
  const cursor = made();
  cursor.put(index.byId.get('a')!);
  expect(cursor.shown).toBeNull();
  cursor.focused = true;
  expect(cursor.shown?.id).toBe('a');
  cursor.hover = index.byId.get('c')!;
  expect(cursor.shown?.id).toBe('c');
});

it('goes round what is offered in both directions', () => {
  const cursor = made();
  expect([cursor.next(1, ['a', 'c']), cursor.next(-1, ['a', 'c']), cursor.next(1, [])]).toEqual(['a', 'c', undefined]);
  cursor.put(index.byId.get('c')!);
  expect([cursor.next(1, ['a', 'c']), cursor.next(-1, ['a', 'c'])]).toEqual(['a', 'a']);
});
