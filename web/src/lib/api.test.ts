import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, computers, get, reach, send } from './api';

function answers(...responses: (Response | Error)[]) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    const next = responses.shift()!;
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  );

afterEach(() => vi.unstubAllGlobals());

describe('requests', () => {
  it('that change something say who sends them', async () => {
    const fetch = answers(json({ token: 't' }), new Response(null, { status: 204 }));
    expect(await send('POST', '/api/tokens', { name: 'bot' })).toEqual({ token: 't' });
    expect(await send('DELETE', '/api/session')).toBeUndefined();
    const [first, second] = fetch.mock.calls.map(([, init]) => init);
    expect(first).toMatchObject({
      method: 'POST', body: '{"name":"bot"}', headers: { 'x-grognard': 'page', 'content-type': 'application/json' },
    });
    expect(second).toMatchObject({ method: 'DELETE', headers: { 'x-grognard': 'page' } });
  });
  it('send a record as it is', async () => {
    const fetch = answers(json({}));
    await send('POST', '/api/replay', 'line\n');
    expect(fetch.mock.calls[0]![1]).toMatchObject({ body: 'line\n', headers: { 'content-type': 'text/plain; charset=utf-8' } });
  });
  it('that are refused give the reason and its clauses', async () => {
    answers(json({ error: { kind: 'refused', message: 'too far', clauses: [{ id: '5.2b', text: null }] } }, 409));
    const error = await refused(get('/api/x'));
    expect(error).toBeInstanceOf(ApiError);
    expect([error.kind, error.message, error.clauses, error.status]).toEqual(['refused', 'Too far.', [{ id: '5.2b', text: null }], 409]);
  });
  it('survive an answer that is not ours', async () => {
    answers(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    expect((await refused(get('/api/x'))).message).toBe('The server answered 502 Bad Gateway.');
  });
  it('that do not arrive are told, and so is the return', async () => {
    const heard: string[] = [];
    for (const name of ['gone', 'back']) reach.addEventListener(name, () => heard.push(name));
    answers(new TypeError('network'), json([]));
    expect((await refused(get('/api/x'))).kind).toBe('unreachable');
    await get('/api/x');
    expect(heard).toEqual(['gone', 'back']);
  });
  it('are kept when they succeed, not when they fail', async () => {
    const fetch = answers(new TypeError('network'), json([{ id: 'random' }]));
    await refused(computers());
    const first = await computers();
    expect(await computers()).toBe(first);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
