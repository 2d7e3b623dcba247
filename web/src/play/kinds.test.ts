import { describe, expect, it } from 'vitest';
import type { LogEvent, Roll } from '../lib/wire';
import { soundOf, wayOf } from './kinds';

const roll: Roll = { for: 'the attack on 0504', dice: [{ sides: 6, value: 3 }], total: 3, mean: 3.5 };
const event = (more: Partial<LogEvent>): LogEvent => ({ at: 0, kind: 'move', text: 'Something happens.', ...more });

describe('what happened', () => {
  it('sounds like its dice, else like its guns, else like cardboard', () => {
    expect(soundOf([event({ kind: 'phase' })])).toBe(null);
    expect(soundOf([event({ kind: 'phase' }), event({ kind: 'retreat' })])).toBe('move');
    expect(soundOf([event({}), event({ kind: 'bombardment' })])).toBe('fire');
    expect(soundOf([event({ kind: 'bombardment' }), event({ kind: 'recovery', rolls: [roll] })])).toBe('dice');
  });

  it('shows a way only where the hexes are one', () => {
    const hexes = ['0403', '0504'];
    expect(wayOf([event({ kind: 'advance', hexes })])).toEqual([]);
    expect(wayOf([event({ kind: 'combat', hexes }), event({ kind: 'rail', hexes, way: true })])).toEqual(hexes);
    expect(wayOf([event({ hexes: ['0403'], way: true })])).toEqual([]);
  });
});
