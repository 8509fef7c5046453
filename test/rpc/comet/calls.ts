/** Calls a protocol handler without a network, and reads its responses. */
import { ChainSlot } from '../../../src/backend/chain_slot.js';
import { utf8 } from '../../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { createCometHandler } from '../../../src/rpc/comet/comet_handler.js';
import type { CometOptions } from '../../../src/rpc/comet/options.js';
import {
  IN_PROCESS_PEER,
  isStreamed,
  type ProtocolConnection,
  type ProtocolHandler,
} from '../../../src/rpc/protocol_handler.js';
import { type FixtureChain, fixtureChain } from './fixture.js';

export const NOW = parseTime('2026-01-01T00:01:00.9Z') as UnixNanos;
export const NOW_SECONDS = '1767225660';

export function aHandler(
  options: Partial<CometOptions> = {},
  chain: FixtureChain = fixtureChain(),
): { handler: ProtocolHandler; chain: FixtureChain; bugs: unknown[] } {
  const bugs: unknown[] = [];
  const handler = createCometHandler(new ChainSlot({ comet: chain }), {
    now: () => NOW,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  return { handler, chain, bugs };
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed body; `undefined` when the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  readonly json: any;
}

export async function request(
  handler: ProtocolHandler,
  method: string,
  target: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [path = '', ...rest] = target.split('?');
  const response = await handler.handle({
    method,
    path,
    query: rest.join('?'),
    headers: { host: 'localhost:26657', ...headers },
    body: utf8(body),
    peer: IN_PROCESS_PEER,
  });
  if (isStreamed(response)) throw new Error('no answer of this surface comes in parts');
  const text = typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body);
  const isJson = response.headers['content-type'] === 'application/json';
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

export const get = (handler: ProtocolHandler, target: string): Promise<Reply> => request(handler, 'GET', target);
export const post = (handler: ProtocolHandler, body: unknown, path = '/'): Promise<Reply> =>
  request(handler, 'POST', path, typeof body === 'string' ? body : JSON.stringify(body));

/** This WebSocket connection records what is sent to it. */
export class TestConnection implements ProtocolConnection {
  readonly query = '';
  readonly headers = {};
  readonly peer = { ...IN_PROCESS_PEER, id: 'test' };
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of any shape
  readonly frames: any[] = [];
  readonly texts: string[] = [];
  closed: { code: number | undefined; reason: string | undefined } | undefined;
  backlog = 0;
  /** Whether the network accepts no bytes. Otherwise it accepts them at once. */
  stuck = false;
  /** Whether the handler has paused reading from it. */
  held = false;

  constructor(readonly path = '/websocket') {}

  send(text: string): void {
    if (this.stuck) this.backlog += text.length;
    this.texts.push(text);
    this.frames.push(JSON.parse(text));
  }

  hold(held: boolean): void {
    this.held = held;
  }

  close(code?: number, reason?: string): void {
    this.closed = { code, reason };
  }
}

export function openSocket(handler: ProtocolHandler, path = '/websocket') {
  const connection = new TestConnection(path);
  const socket = handler.openSocket?.(connection);
  if (socket === undefined) throw new Error(`${path} refuses the upgrade`);
  return {
    connection,
    socket,
    send: (frame: unknown) => socket.message(typeof frame === 'string' ? frame : JSON.stringify(frame)),
  };
}
