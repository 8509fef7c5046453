/**
 * Sends our dialects the requests that real CometBFT nodes answered: 0.38.25 all of them, 0.39.4, 0.40.0 and 1.0.1
 * those that they answer differently. Statuses, headers, the names and their
 * order, types, and the texts of errors are the same. Values differ, because the chains do. One difference is intended:
 * `aunts` is present even when it is empty.
 */
import { describe, expect, it } from 'vitest';
import { toUpperHex } from '../../../src/kernel/hex.js';
import http from '../../vectors/cometbft-0.38.25/http.json' with { type: 'json' };
import websocket from '../../vectors/cometbft-0.38.25/websocket.json' with { type: 'json' };
import later from '../../vectors/cometbft-0.40.0/http.json' with { type: 'json' };
import one from '../../vectors/cometbft-1.0.1/http.json' with { type: 'json' };
import { aHandler, openSocket, request } from './calls.js';
import { FixtureChain } from './fixture.js';

interface Recorded {
  readonly name: string;
  readonly request: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Name of the recorded request whose body was cut in the recording. */
const TOO_LARGE = 'POST too large';
const RECORDED_HOST = '127.0.0.1:26757';
const RECORDED_HASH = '97A2C305C7E81E48BF0FC73BC167A87654FF040D3719F4F679B4ABD2F83D44A2';

/** Makes the recorded chain at its height: the transaction of the first request is in block 46. */
function recordedChain(): FixtureChain {
  const chain = new FixtureChain();
  while (chain.height() < 45n) chain.mine();
  return chain;
}

/**
 * Names that the recording lacks: its application has no state in the genesis, and its one-transaction block has no
 * aunts.
 */
const ABSENT_THERE: ReadonlySet<string> = new Set(['aunts', 'app_state']);

/** Compares names, order and types. `null` matches any type, and an empty list matches any elements. */
function expectSameShape(ours: unknown, theirs: unknown, path: string): void {
  if (ours === null || theirs === null) return;
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length > 0 && theirs.length > 0) expectSameShape(ours[0], theirs[0], `${path}[0]`);
    return;
  }
  expect(typeof ours, path).toBe(typeof theirs);
  if (typeof ours !== 'object' || typeof theirs !== 'object') return;
  const keys = (value: object): string[] => Object.keys(value).filter((key) => !ABSENT_THERE.has(key));
  expect(keys(ours), path).toEqual(keys(theirs));
  for (const key of keys(ours))
    expectSameShape((ours as Record<string, unknown>)[key], (theirs as Record<string, unknown>)[key], `${path}.${key}`);
}

/** Path of a recorded URI request. */
const pathOf = (request: unknown): string | undefined => (request as { readonly path?: string }).path;

/** Answers of the versions after 0.38. */
const newer: readonly Omit<Recorded & { readonly dialect: string }, 'name' | 'headers'>[] = [...later, ...one];

/** Returns whether a version answers a path, or all of its queries, differently from 0.38. */
const isChanged = (dialect: string, path: string): boolean =>
  newer.some(
    (other) => other.dialect === dialect && [path, path.split('?')[0]].includes(pathOf(other.request) ?? 'none'),
  );

describe.each(['0.38', '0.39', '0.40', '1.0'])('the responses of real nodes over HTTP in dialect %s', (dialect) => {
  const chain = recordedChain();
  const { handler } = aHandler({ dialect, limits: { batchSize: 10 } }, chain);
  const ourHash = (): string => toUpperHex(chain.block(46n)?.blockId.hash ?? new Uint8Array());
  const isCommon = ({ request }: Recorded): boolean => !isChanged(dialect, pathOf(request) ?? '');

  for (const recorded of (http as readonly Recorded[]).filter(isCommon)) {
    it(`equal ours: ${recorded.name}`, async () => {
      if (recorded.name === 'GET /health') chain.mine();
      if (recorded.name === 'POST status') chain.mine();
      const asked = recorded.request as { method?: string; path?: string };
      const isUri = asked.path !== undefined;
      const sent = typeof asked === 'string' ? asked : JSON.stringify(asked);
      const body = isUri ? '' : recorded.name === TOO_LARGE ? sent.padEnd(1_000_001) : sent;
      const target = (asked.path ?? '/').replace(RECORDED_HASH, ourHash());
      const reply = await request(handler, isUri ? 'GET' : 'POST', target, body, { host: RECORDED_HOST });

      expect(reply.status).toBe(recorded.status);
      const times = (headers: Readonly<Record<string, string>>) => ({
        ...headers,
        'x-server-time': 'x-server-time' in headers,
      });
      const { 'x-content-type-options': _, ...headers } = reply.headers;
      expect(times(headers)).toEqual(times(recorded.headers));
      const theirs = recorded.body;
      if (typeof theirs === 'string') return expect(reply.text).toBe(theirs);
      if (JSON.stringify(theirs).includes('"error"')) return expect(reply.json).toEqual(theirs);
      expectSameShape(reply.json, theirs, recorded.name);
    });
  }
});

describe('what changed after 0.38', () => {
  const chain = recordedChain();
  for (const { dialect, request: asked, status, body } of newer)
    it(`is as in a real node of ${dialect}: ${JSON.stringify(asked)}`, async () => {
      const { handler } = aHandler({ dialect }, chain);
      const path = pathOf(asked);
      const reply = await (path === undefined
        ? request(handler, 'POST', '/', asked as string)
        : request(handler, 'GET', path));
      expect(reply.status).toBe(status);
      if (path === undefined) return expect(reply.json).toEqual(body);
      expectSameShape(reply.json, body, path);
    });
});

/** Removes what depends on the transaction: events, and the members of the result that may be zero. */
const withoutOptional = (message: unknown): unknown =>
  JSON.parse(JSON.stringify(message), (key, value) =>
    key === 'events' || (key === 'result' && value.query === undefined) ? undefined : value,
  );

describe('a session with a real node over WebSocket', () => {
  // biome-ignore lint/suspicious/noExplicitAny: recorded frames of any shape
  type Message = any;
  type Frame = { readonly from?: string; readonly message?: Message };
  const EMITTED = ['sub-NewBlock', 'sub-NewBlockHeader', 'sub-NewBlockEvents', 'sub-Tx', 'pos'];
  const chain = recordedChain();
  const { handler } = aHandler({ dialect: '0.38' }, chain);
  const { connection, send } = openSocket(handler);
  const frames = websocket as readonly Frame[];
  const theirs = frames.filter(({ from }) => from === 'server').map(({ message }) => message);
  const isEvent = (message: Message): boolean => message.result?.data !== undefined;
  const asked = frames.filter(({ from }) => from === 'client').map(({ message }) => message);
  const ending = asked.findIndex(({ id }) => id === 'un');

  it('has the same replies', () => {
    for (const message of asked.slice(0, ending)) send(message);
    chain.mine('eps=5', 'zeta=6');
    chain.mine();
    for (const message of asked.slice(ending)) send(message);
    const replies = (messages: readonly Message[]) =>
      messages.filter((message) => !isEvent(message)).sort((a, b) => String(a.id).localeCompare(String(b.id)));
    expect(replies(connection.frames)).toEqual(replies(theirs));
  });

  it.each(EMITTED)('has the same events for %s', (id) => {
    const events = (messages: readonly Message[]) => messages.filter((m) => m.id === id && isEvent(m));
    const [ours, recorded] = [events(connection.frames), events(theirs)];
    expect(ours.length).toBe(recorded.length);
    ours.forEach((event, i) => {
      expectSameShape(withoutOptional(event), withoutOptional(recorded[i]), `${id} ${i}`);
    });
  });
});
