// A picture of one's own map beneath the board. It never leaves the browser: it is kept there, with the points by which it
// is laid onto the grid, one for each project and map.

import type { Point } from '../board/hexes';
import { warped, warpOf, type Pin } from './warp';

/** A picture as it is kept. */
export interface Sketch {
  picture: Blob;
  pins: Pin[];
}

const most = 2400;

function shelf(): Promise<IDBDatabase> {
  return new Promise((told, failed) => {
    const asked = indexedDB.open('grognard-workshop', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('pictures');
    asked.onsuccess = () => told(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error('the browser keeps nothing'));
  });
}

async function ask<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const open = await shelf();
  return new Promise((told, failed) => {
    const asked = what(open.transaction('pictures', mode).objectStore('pictures'));
    asked.onsuccess = () => told(asked.result);
    asked.onerror = () => failed(asked.error ?? new Error('the browser keeps nothing'));
  });
}

export const recallSketch = (key: string) => ask<Sketch | undefined>('readonly', (store) => store.get(key) as IDBRequest<Sketch | undefined>);
export const keepSketch = (key: string, sketch: Sketch) => ask('readwrite', (store) => store.put(sketch, key));
export const dropSketch = (key: string) => ask('readwrite', (store) => store.delete(key));

/** The points of a picture, no larger than can be worked with. */
export async function pixels(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The picture as it lies on the board, as an address; null where the points do not settle it. */
export function laid(picture: ImageData, pins: readonly Pin[], width: number, height: number): string | null {
  const scale = Math.min(1, most / Math.max(width, height));
  const scaled = pins.map(({ from, to }) => ({ from, to: { x: to.x * scale, y: to.y * scale } }));
  const warp = warpOf(scaled);
  if (!warp) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')!.putImageData(warped(picture, warp, canvas.width, canvas.height), 0, 0);
  return canvas.toDataURL('image/webp', 0.85);
}

/** A picture as it is, as an address. */
export function shownPlain(picture: ImageData): string {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')!.putImageData(picture, 0, 0);
  return canvas.toDataURL('image/webp', 0.85);
}

/** The corners of a picture laid on those of the board: where one begins. */
export function corners(picture: ImageData, board: { width: number; height: number }): Pin[] {
  const at = (x: number, y: number): { from: Point; to: Point } => ({
    from: { x: x * picture.width, y: y * picture.height },
    to: { x: x * board.width, y: y * board.height },
  });
  return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
}
