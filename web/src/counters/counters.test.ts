import { afterEach, describe, expect, it } from 'vitest';
import type { Board, Face, GameInfo, Piece } from '../lib/wire';
import { described, fitting, labelled, tagsOf, trains, valuesOf } from './faces';
import { call, dressed, faceUp, inScenario, meaning, printed, said } from './roster';
import { initials, sign, sizeMarks } from './symbols';
import { contrast, tones, tonesOf } from './tones';

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
      words: [{ word: 'disrupted', letters: 'D', look: 'ails' }],
    });
    expect(tagsOf(['out-of-supply']).words).toEqual([{ word: 'out of supply', letters: 'OO', look: 'ails' }]);
    expect(tagsOf(['offensive', 'reduced', 'light', 'disrupted']).words.map(({ word }) => word)).toEqual([
      'disrupted',
      'offensive',
    ]);
  });

  it('prints its own values along the bottom, and what its side keeps on a chart beside or nowhere', () => {
    const names = ['strength', 'morale', 'movement', 'fatigue', 'stragglers', 'batteries', 'organic-cavalry'] as const;
    const division: Piece = { ...piece, values: names.map((name, at) => ({ name, value: String(at + 1) })) };
    expect(valuesOf(division)).toEqual({ text: '1-2-3', size: 29.9 });
    expect(trains(division)).toEqual({ guns: '6', horse: '7' });
    expect(trains({ ...piece, marks: ['guns'] })).toEqual({ guns: '', horse: '0' });
    expect(valuesOf({ values: [{ name: 'strength', value: '10' }, { name: 'range', value: '(12)' }] }).size).toBeLessThan(30);
    for (const text of ['1', '10-5-8', '(10)-1-3', '+2-10', 'Tank Rgt 12']) {
      expect(fitting(text, 90, 35)).toBeLessThanOrEqual(35);
      expect(fitting(text, 90, 35) * text.length * 0.4).toBeLessThan(90);
    }
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

describe('what is printed on the counters', () => {
  const faces: Face[] = [
    { title: 'full strength', steps: 2, values: piece.values },
    { title: 'reduced', steps: 1, values: piece.values, mark: 'reduced' },
  ];
  const board = {
    roster: {
      formations: [{ id: 'first', title: 'First Army', colour: '#1f5a2a', ground: '#c9c583' }],
      counters: [{ id: '3/F/38', name: '3/F', title: '3rd Platoon, Company F', formations: ['first', 'gone'], faces }],
      marks: [{ mark: 'moved', text: 'It has moved.' }],
      values: [],
    },
  } as unknown as Board;
  const two = {
    ...game,
    sides: [game.sides[0], { id: 'other', title: 'Other', colour: '#000000' }],
    scenarios: [{ id: 'east', title: 'East', turns: 3, colours: ['#111111', '#a9bd8f'] }],
  } as unknown as GameInfo;

  it('comes with names, bands and meanings', () => {
    const own = dressed(two, 'east', board);
    expect(printed(own, piece)).toMatchObject({ name: '3/F', formations: [{ id: 'first' }] });
    expect(printed(two, piece)).toBeUndefined();
    expect(printed(own, {})).toBeUndefined();
    expect(described(piece, own)).toMatch(/^3rd Platoon, Company F, US platoon/);
    expect(labelled(piece, own)).toMatch(/^3\/F\/38, 3rd Platoon, Company F, US platoon/);
    expect(labelled(piece, game)).toBe(described(piece, game));
    expect(meaning(own, 'moved')).toBe('It has moved.');
    expect(tones(own, piece).ground).toBe('#c9c583');
  });

  it('gives the sides the colours of their counters in the scenario, and their names', () => {
    expect(inScenario(two, 'east').sides.map(({ colour }) => colour)).toEqual(['#111111', '#a9bd8f']);
    const named = { ...two, scenarios: two.scenarios.map((one) => ({ ...one, sides: ['German', 'Russian'] as [string, string] })) };
    expect(inScenario(named, 'east').sides.map(({ title }) => title)).toEqual(['German', 'Russian']);
    expect(inScenario(two, 'west')).toBe(two);
  });

  it('says which side of a counter is up', () => {
    expect(faceUp(faces, piece)).toBe(0);
    expect(faceUp(faces, { ...piece, steps: 1, marks: ['reduced'] })).toBe(1);
    const steps: Face[] = [3, 2, 1].map((left) => ({ title: `${left} steps`, steps: left, values: [] }));
    expect(faceUp(steps, { ...piece, steps: 1 })).toBe(2);
    expect(faceUp([], piece)).toBe(0);
  });
});

describe('what counters are called in sentences', () => {
  const counter = (id: string, name: string, title: string) => ({ id, name, title, faces: [], formations: [] });
  const counters = [
    counter('G-HQ-8Res', '8 Res', 'German 8th Reserve Corps'),
    counter('G032', 'Grp 32', 'Storm troopers, group 32'),
    counter('G-TankBn', 'Tank Bn', 'German Tank Battalion'),
    counter('CavIVR', 'Res Cav IV R', 'Reserve Cavalry IV Reserve'),
    counter('F-6Cav', '6', 'French 6th Cavalry Division, dismounted'),
    counter('B-187/62', '187/62', '187th Brigade, British 62nd Division'),
    counter('Smith-Dorrien', 'Smith-Dorr.', 'Headquarters of General Smith-Dorrien'),
    counter('Linsingen', 'v. Linsingen', 'Headquarters of General von Linsingen'),
  ];

  const roster = { counters, formations: [], marks: [], values: [] };
  // Other files are tested by the same process.
  afterEach(() => call({ roster: { ...roster, counters: [] } }));

  it('is their name, and halves are printed as on a counter', () => {
    call({ roster });
    expect(said('5 1/2 against 3, shifted by G-HQ-8Res.')).toBe('5½ against 3, shifted by German 8th Reserve Corps.');
    expect(said('G032 in 3030 is eliminated.'), 'a long name').toBe('Grp 32 in 3030 is eliminated.');
    expect(said('von Linsingen is in Offensive mode.'), 'a name that is a word').toBe('von Linsingen is in Offensive mode.');
    expect(said('G-TankBn and CavIVR stay; Smith-Dorrien is in Offensive mode.'), 'no digit is needed').toBe(
      'German Tank Battalion and Reserve Cavalry IV Reserve stay; Smith-Dorrien is in Offensive mode.',
    );
    expect(said('F-6Cav arrives in 07.01.'), 'a name that is but a number').toBe('French 6th Cavalry Division arrives in 07.01.');
    expect(said('B-187/62 (3-3-4) joins'), 'a name of two numbers').toBe('187th Brigade (3-3-4) joins');
    expect(said('Overrun of 34.18: 3 against 1/2 is 6:1.'), 'half a factor alone').toBe('Overrun of 34.18: 3 against ½ is 6:1.');
    expect(said('The bridge at 19.12-19.13 is laid; 11/2 stays.')).toBe('The bridge at 19.12-19.13 is laid; 11/2 stays.');
  });
});
