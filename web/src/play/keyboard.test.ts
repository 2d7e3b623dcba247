import { describe, expect, it, vi } from 'vitest';
import type { Choice, Piece } from '../lib/wire';
import { pressed, type Told } from './keyboard';

const option = (action: string): Choice => ({ action, text: action, rolls: false });
const counter = { id: '1/A', side: 'us', kind: 'infantry', values: [], steps: 1, box: 'force' } as Piece;

/** A table with a button and a counter beside the map, and what was done there, in order. */
function room({ waiting = 0, handedTo = null as string | null, early = false, back = true, board = false } = {}) {
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  const told = {
    table: { waiting, handedTo, pause: note('pause') },
    player: { tooEarly: () => early, pick: ({ action }: Choice) => done.push(action), piece: ({ id }: Piece) => done.push(id!) },
    looking: { back: () => back && done.push('back') > 0 },
    overlays: { toggle: (kind: string) => done.push(kind) > 0 },
    answers: { buttons: [option('done')], rows: [], pieces: [counter], glowing: 0 },
    deeds: new Proxy({}, { get: (_, deed: string) => note(deed) }),
    board: { key: ({ key }: KeyboardEvent) => (done.push(`board ${key}`), board), focus: note('focus') },
  } as unknown as Told;
  return { told, done };
}

function type(key: string, made: ReturnType<typeof room>, { within = '', ...more }: Partial<KeyboardEvent> & { within?: string } = {}) {
  const preventDefault = vi.fn();
  const target = { closest: (selector: string) => (within !== '' && selector.split(', ').includes(within) ? {} : null) };
  pressed({ key, target, preventDefault, ...more } as unknown as KeyboardEvent, made.told);
  return { done: made.done, kept: preventDefault.mock.calls.length > 0 };
}

describe('a key at the table', () => {
  it('with a number presses the button, and after the buttons the counter', () => {
    expect(type('1', room())).toEqual({ done: ['done'], kept: true });
    expect(type('2', room())).toEqual({ done: ['1/A'], kept: true });
    expect(type('3', room())).toEqual({ done: [], kept: false });
  });

  it('that is held down, or comes too early, answers nothing', () => {
    expect(type('1', room(), { repeat: true }).done).toEqual([]);
    expect(type('1', room({ early: true })).done).toEqual([]);
  });

  it('closes what lies over the map first, then what was opened beside it', () => {
    expect(type('Escape', room({ board: true })).done).toEqual(['board Escape']);
    expect(type('Escape', room())).toEqual({ done: ['board Escape', 'back', 'focus'], kept: true });
    expect(type('Escape', room({ back: false }))).toEqual({ done: ['board Escape'], kept: false });
  });

  it('stops the film with Space, but not from a button', () => {
    expect(type(' ', room({ waiting: 3 })).done).toEqual(['pause']);
    expect(type(' ', room({ waiting: 3 }), { within: 'button' }).done).toEqual([]);
    expect(type(' ', room()).done).toEqual(['board  ']);
  });

  it('does what the help says, and leaves all others to the board', () => {
    expect(type('u', room())).toEqual({ done: ['undo'], kept: true });
    expect(type('z', room())).toEqual({ done: ['zones'], kept: true });
    expect(type('ArrowUp', room())).toEqual({ done: ['board ArrowUp'], kept: false });
    expect(type('Home', room(), { within: 'button' }).done).toEqual(['board Home']);
  });

  it('means nothing while the chair is passed, with Control, or where something is typed', () => {
    expect(type('u', room({ handedTo: 'us' })).done).toEqual([]);
    expect(type('u', room(), { ctrlKey: true }).done).toEqual([]);
    expect(type('u', room(), { within: 'input' }).done).toEqual([]);
  });
});
