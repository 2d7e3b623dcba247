import { describe, expect, it } from 'vitest';
import { defaults, safeColours, settings, sideColour, understood } from './settings.svelte';
import type { GameInfo } from './wire';

describe('settings', () => {
  it('are quiet and careful at first', () => {
    expect(understood(null)).toEqual(defaults);
    expect([defaults.sounds, defaults.confirmDice]).toEqual([false, true]);
  });
  it('read back what was written', () => {
    const orders = { 'first-blood top': 'First Blood: the top unit as usual.' };
    const liked = { ...defaults, theme: 'dark', volume: 0.2, computerSpeed: 'instant', orders };
    expect(understood(JSON.stringify(liked))).toEqual(liked);
  });
  it('take what they understand and leave the rest', () => {
    const found = understood('{"theme":"pink","sounds":true,"volume":7,"numbers":"yes","other":1}');
    expect(found).toEqual({ ...defaults, sounds: true });
    for (const orders of [['first-blood top'], { 'first-blood top': 1 }, null]) {
      expect(understood(JSON.stringify({ orders })).orders).toEqual({});
    }
  });
  it('survive anything', () => {
    for (const text of ['', 'null', '[]', '3', '{"theme":']) expect(understood(text)).toEqual(defaults);
  });
});

it('the safe palette has colours of its own for both sides', () => {
  const game = { sides: [{ id: 'a', title: 'A', colour: '#111' }, { id: 'b', title: 'B', colour: '#222' }] } as GameInfo;
  expect([sideColour(game, 'a'), sideColour(game, 'b')]).toEqual(['#111', '#222']);
  settings.palette = 'safe';
  expect([sideColour(game, 'a'), sideColour(game, 'b')]).toEqual([...safeColours]);
  settings.palette = 'standard';
});
