import { describe, expect, it } from 'vitest';
import type { GameInfo, Piece } from '../lib/wire';
import { described, tagsOf, valuesOf } from './faces';
import { initials, sign, sizeMarks } from './symbols';
import { contrast, tonesOf } from './tones';

const piece: Piece = {
  id: '3/F/38',
  side: 'us',
  kind: 'heavy-weapons',
  size: 'platoon',
  values: [
    { name: 'fire', value: '4' },
    { name: 'range', value: '6' },
  ],
  hexes: ['2628'],
  steps: 2,
  marks: ['moved'],
};
const game = { sides: [{ id: 'us', title: 'US', colour: '#b7b37a' }], nations: [] } as unknown as GameInfo;

describe('a counter', () => {
  it('has a drawn symbol for the words of the trade, else initials', () => {
    for (const word of [
      'infantry',
      'cavalry',
      'artillery',
      'heavy-weapons',
      'machine-gun',
      'tanks',
      'engineers',
      'mountain',
      'bicycle',
      'airplane',
      'supply',
      'garrison',
      'leader',
      'horse-artillery',
      'jaeger',
      'stormtroopers',
      'detachment',
    ]) {
      expect(sign(word), word).not.toHaveProperty('letters');
    }
    expect(sign('headquarters')).toEqual({ letters: 'HQ' });
    expect(sign('flame-throwers')).toEqual({ letters: 'FT' });
    expect(initials('zeppelin')).toBe('ZE');
  });

  it('shows its size and its values', () => {
    expect(sizeMarks('division')).toBe('XX');
    expect(sizeMarks(undefined)).toBe('');
    expect(valuesOf(piece).text).toBe('4-6');
  });

  it('tells what it has done from what it is used for and from everything else', () => {
    expect(tagsOf(['moved'])).toMatchObject({ spent: true, held: false, words: [] });
    expect(tagsOf(['picked', 'disrupted'])).toMatchObject({
      spent: false,
      held: true,
      words: [{ word: 'disrupted', letters: 'D' }],
    });
    expect(tagsOf(['out-of-supply']).words).toEqual([{ word: 'out of supply', letters: 'OO' }]);
  });

  it('can be read on any colour', () => {
    for (const colour of ['#c8ccce', '#b7b37a', '#1f4a2c', '#5f86b5', '#ffffff', '#000000', '#c03030', 'nonsense']) {
      const { ground, ink } = tonesOf(colour, 0);
      expect(contrast(ground, ink), colour).toBeGreaterThan(4);
    }
  });

  it('is said in words', () => {
    expect(described(piece, game)).toBe('3/F/38, US platoon heavy weapons, fire 4, range 6, 2 steps, moved');
    const rated: Piece = { ...piece, values: [{ name: 'ter', value: '5' }], marks: ['out-of-supply'] };
    expect(described(rated, game)).toBe('3/F/38, US platoon heavy weapons, TER 5, 2 steps, out of supply');
    expect(described({ side: 'us', kind: 'unknown', values: [], hexes: ['2628'], steps: 1 }, game)).toBe('unknown US counter');
  });
});
