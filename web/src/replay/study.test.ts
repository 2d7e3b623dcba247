import { expect, test } from 'vitest';
import { actionsOf, home, joined, noted, notesAt, nothing, read, tree, tried, way, without, written } from './study';

const record = `grognard record 1
game: first-blood
1 us place 4027 #aa
2 german fire [d6=3 d6=5] #bb
3 us done #cc
end german 4.3a after 3 actions #dd
`;

// The sample of crates/engine/src/study.rs.
const sample = `grognard study 1
title: Two ways to the river
note 0 after 1: The Germans could have waited.
  See the first variation.
bookmark 0 after 3: The road is open
variation 1 of 0 after 1: What if they wait?
1.2 german done
1.3 us fire 2628 [d6=3 d6=5]
note 1 after 3: That is no better.
variation 2 of 1 after 2: Or fires first
2.3 us fire 2629 [forced d6=6]
2.end us 4.3a
`;

test('a study reads back as written, and the record stays as it is', () => {
  const found = read(record + sample);
  expect(found.record).toBe(record);
  expect(written(found.study)).toBe(sample);
  expect(found.study.notes[0]!.text).toBe('The Germans could have waited.\nSee the first variation.');
  expect(found.study.variations[1]).toEqual({ of: 1, after: 2, title: 'Or fires first', lines: ['us fire 2629 [forced d6=6]'], result: 'us 4.3a' });
  expect(read(record)).toEqual({ record, study: nothing });
  expect(written(nothing)).toBe('');
});

test('a place belongs to the branch that is not yet left there', () => {
  const { study } = read(record + sample);
  expect(way(study, 2)).toEqual([
    { branch: 0, until: 1 },
    { branch: 1, until: 2 },
    { branch: 2, until: Infinity },
  ]);
  expect([0, 1, 2, 3].map((at) => home(study, 2, at))).toEqual([0, 0, 1, 2]);
  expect(notesAt(study, 2, 1).map(({ text }) => text.split('\n')[0])).toEqual(['The Germans could have waited.']);
  expect(notesAt(study, 2, 3)).toEqual([]);
  expect(notesAt(study, 1, 3)).toHaveLength(1);
});

test('a note takes the place of the one before, and an empty one removes it', () => {
  const note = { bookmark: false, branch: 0, after: 2, text: 'First' };
  const once = noted(nothing, note);
  const twice = noted(once, { ...note, text: ' Second ' });
  expect(twice.notes).toEqual([{ ...note, text: 'Second' }]);
  expect(noted(twice, { ...note, bookmark: true, text: 'Here' }).notes).toHaveLength(2);
  expect(noted(twice, { ...note, text: ' ' })).toEqual(nothing);
});

test('what is tried leaves the game, goes on with its branch, or is known', () => {
  const first = tried(nothing, { branch: 0, after: 1 }, 'german done', null, 'end the phase');
  expect(first.branch).toBe(1);
  const second = tried(first.study, { branch: 1, after: 2 }, 'us done', 'us 4.3a', 'end the phase');
  expect(second.branch).toBe(1);
  expect(second.study.variations).toEqual([{ of: 0, after: 1, title: 'end the phase', lines: ['german done', 'us done'], result: 'us 4.3a' }]);
  const third = tried(second.study, { branch: 1, after: 2 }, 'us fire 2628 [d6=1]', null, 'fire into 2628');
  expect(third.branch).toBe(2);
  expect(third.study.variations[1]).toMatchObject({ of: 1, after: 2 });
  expect(tried(third.study, { branch: 2, after: 1 }, 'german done', null, 'end the phase')).toEqual({ study: third.study, branch: 1 });
  expect(tree(third.study).map(({ branch, depth }) => [branch, depth])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

test('a variation goes with all that leaves it', () => {
  const { study } = read(record + sample);
  expect(without(study, 1)).toEqual({ ...study, notes: study.notes.filter(({ branch }) => branch === 0), variations: [] });
  const more = tried(study, { branch: 0, after: 0 }, 'us done', null, 'end the phase').study;
  const left = without(more, 2);
  expect(left.variations.map(({ of }) => of)).toEqual([0, 0]);
  expect(without(more, 1).variations).toEqual([more.variations[2]]);
});

test('what was played on from a moment is a variation, its dice laid down', () => {
  const other = `grognard record 1
1 us place 4027 #a1
2 german fire [forced d6=3 d6=5] #b1
3 us fire 2628 [d6=2] #c1
end us 4.3b after 3 actions #d1
`;
  expect(actionsOf(record)).toEqual(['us place 4027', 'german fire [d6=3 d6=5]', 'us done']);
  const found = joined(nothing, record, other)!;
  expect(found.study.variations).toEqual([{ of: 0, after: 2, title: '', lines: ['us fire 2628 [forced d6=2]'], result: 'us 4.3b' }]);
  expect(joined(nothing, record, record)).toBeNull();
});
