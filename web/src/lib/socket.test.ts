import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api';
import { MatchSocket, type LineState, type Wire } from './socket';
import type { Push, Scene } from './wire';

/** A line whose other end is the test. */
class Line implements Wire {
  readyState: Wire['readyState'] = 0;
  binaryType: Wire['binaryType'] = 'blob';
  sent: { id: number; do: string; see?: string; token?: string }[] = [];
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  }
  say(message: unknown): void {
    this.onmessage?.call(this as unknown as WebSocket, { data: JSON.stringify(message) } as MessageEvent);
  }
  sayPacked(message: unknown): void {
    const { buffer, byteOffset, byteLength } = deflateRawSync(JSON.stringify(message));
    const data = buffer.slice(byteOffset, byteOffset + byteLength);
    this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  }
  break(): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('MatchSocket', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const made = () => {
    const lines: Line[] = [];
    const states: LineState[] = [];
    const tables: Scene[] = [];
    const pushes: Push[] = [];
    const socket = new MatchSocket(
      'm',
      'secret',
      { table: (table) => tables.push(table), push: (push) => pushes.push(push), state: (state) => states.push(state) },
      () => {
        const line = new Line();
        lines.push(line);
        return line;
      },
    );
    return { socket, lines, states, tables, pushes };
  };
  const enter = async (line: Line) => {
    line.open();
    await settled();
    line.say({ re: line.sent[0]!.id, ok: true, table: { viewer: 'x' } });
    await settled();
  };

  it('enters with the token, and gives the table', async () => {
    const { lines, states, tables } = made();
    await enter(lines[0]!);
    expect(lines[0]!.sent[0]).toMatchObject({ do: 'enter', token: 'secret' });
    expect(states).toEqual(['open']);
    expect(tables).toEqual([{ viewer: 'x' }]);
  });

  it('unpacks what is packed, and hears all in its order', async () => {
    vi.useRealTimers();
    const { lines, tables, pushes } = made();
    const line = lines[0]!;
    expect(line.binaryType).toBe('arraybuffer');
    line.open();
    await vi.waitFor(() => expect(line.sent).toHaveLength(1));
    expect(line.sent[0]).toMatchObject({ do: 'enter', packed: true });
    line.sayPacked({ re: line.sent[0]!.id, ok: true, table: { viewer: 'x' } });
    line.sayPacked({ push: 'match', match: { id: '1' } });
    line.say({ push: 'match', match: { id: '2' } });
    line.sayPacked({ push: 'match', match: { id: '3' } });
    await vi.waitFor(() => expect(pushes).toHaveLength(3));
    expect(tables).toEqual([{ viewer: 'x' }]);
    expect(pushes.map((push) => push.push === 'match' && push.match.id)).toEqual(['1', '2', '3']);
    line.say({ push: 'match', match: { id: '4' } });
    expect(pushes).toHaveLength(4);
  });

  it('gives each answer to the one who asked', async () => {
    const sum = { label: 'Odds', value: '2:1', clauses: [] };
    const { socket, lines } = made();
    await enter(lines[0]!);
    const one = socket.ask({ do: 'forecast', action: '1' });
    const other = socket.ask({ do: 'forecast', action: '2' });
    const [first, second] = lines[0]!.sent.slice(1);
    lines[0]!.say({ re: second!.id, ok: true, forecast: { sum, chances: [] } });
    lines[0]!.say({ re: first!.id, ok: true, forecast: null });
    expect((await one).forecast).toBeNull();
    expect((await other).forecast?.sum).toEqual(sum);
  });

  it('throws a refusal with its clauses', async () => {
    const { socket, lines } = made();
    await enter(lines[0]!);
    const asked = socket.ask({ do: 'undo', after: 1 });
    lines[0]!.say({
      re: lines[0]!.sent.at(-1)!.id,
      ok: false,
      error: { kind: 'refused', message: 'No.', clauses: [{ id: '1.1', text: null }] },
    });
    await expect(asked).rejects.toMatchObject({ kind: 'refused', message: 'No.', clauses: [{ id: '1.1' }] });
  });

  it('opens a new line and enters again with the same eyes', async () => {
    const { socket, lines, states, tables } = made();
    await enter(lines[0]!);
    socket.see = 'us';
    const asked = socket.ask({ do: 'ping' });
    lines[0]!.break();
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    expect(states.at(-1)).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    await enter(lines[1]!);
    expect(lines[1]!.sent[0]).toMatchObject({ do: 'enter', see: 'us' });
    expect(states.at(-1)).toBe('open');
    expect(tables).toHaveLength(2);
  });

  it('gives up a line that fell silent', async () => {
    const { lines } = made();
    await enter(lines[0]!);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('does not try again where it is refused, nor after closing', async () => {
    const refused = made();
    refused.lines[0]!.open();
    await settled();
    refused.lines[0]!.say({
      re: refused.lines[0]!.sent[0]!.id,
      ok: false,
      error: { kind: 'missing', message: 'No such match.' },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused.states.at(-1)).toBe('refused');
    expect(refused.lines).toHaveLength(1);

    const closed = made();
    await enter(closed.lines[0]!);
    closed.socket.close();
    closed.lines[0]!.break();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(closed.lines).toHaveLength(1);
  });

  it('hands pushes on and overhears nonsense', async () => {
    const { lines, pushes } = made();
    await enter(lines[0]!);
    lines[0]!.say({ push: 'rematch', match: 'n' });
    lines[0]!.onmessage?.call(lines[0] as unknown as WebSocket, { data: '{' } as MessageEvent);
    expect(pushes).toEqual([{ push: 'rematch', match: 'n' }]);
  });
});
