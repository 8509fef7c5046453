/**
 * Tests traces over a real socket: of any length, as fast as they are read, while others are served, and never endless.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { SLICE_MS } from '../../../src/kernel/fair_scheduler.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

const LOOPER = `0x${'bb'.repeat(20)}`;
/** Loops forever: JUMPDEST, PUSH1 0, JUMP. The three steps cost 12 gas, and take some 70 characters each in a trace. */
const LOOP = '0x5b600056';
const STEPS = 900_000;
const gasFor = (steps: number): string => `0x${(21_000 + 4 * steps).toString(16)}`;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({
    seed: 'streams',
    miningMode: 'manual',
    jsonRpc: { address: '127.0.0.1:0', wsAddress: '127.0.0.1:0', namespaces: ['all'] },
  });
});
afterAll(() => devnet.close());

const looping = (steps: number, config: object = {}): readonly unknown[] => [
  { to: LOOPER, gas: gasFor(steps) },
  'latest',
  { timeout: '5m', stateOverrides: { [LOOPER]: { code: LOOP } }, ...config },
];
const message = (method: string, params: readonly unknown[], id = 1) => ({ jsonrpc: '2.0', id, method, params });

async function ask(body: unknown, signal?: AbortSignal): Promise<Json> {
  const response = await fetch(devnet.urls.evmHttp as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return response.json();
}

async function bareTrace(steps: number, config: object = {}): Promise<Socket> {
  const { hostname, port } = new URL(devnet.urls.evmHttp as string);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify(message('debug_traceCall', looping(steps, config)));
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

/** Resolves when no run is left: in each turn of the event loop, a run would take a slice of its time. */
async function idle(): Promise<void> {
  for (;;) {
    const before = performance.now();
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    if (performance.now() - before < 10 * SLICE_MS) return;
  }
}

/** Returns the bytes in use after a garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('streams a long trace to a slow reader with little memory, and serves others meanwhile', async () => {
  const before = heldBytes();
  const socket = await bareTrace(STEPS);
  let [bytes, most, others, tail] = [0, 0, 0, ''];
  let steps = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    // Every part makes the run wait for the response to another client.
    const text = chunk.toString('latin1');
    const wasAt = Math.floor(bytes / 10_000_000);
    bytes += chunk.length;
    steps += text.split('"pc"').length - 1;
    tail = (tail + text).slice(-200);
    if (Math.floor(bytes / 10_000_000) > wasAt) {
      most = Math.max(most, heldBytes() - before);
      expect((await ask(message('eth_call', [{ to: LOOPER }, 'latest']))).result).toBe('0x');
      others++;
    }
    if (tail.endsWith('\r\n0\r\n\r\n')) break;
  }
  expect(bytes).toBeGreaterThan(50_000_000);
  expect(steps).toBeGreaterThan(STEPS * 0.99);
  expect(tail.replace(/\r\n[0-9a-f]+\r\n/g, '')).toContain(
    `"gas":${Number(gasFor(STEPS))},"failed":true,"returnValue":"0x"}}`,
  );
  expect(others).toBeGreaterThan(4);
  expect(most).toBeLessThan(20_000_000);
});

it('returns a short one with its length, and a long one as one JSON value', async () => {
  const short = await fetch(devnet.urls.evmHttp as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message('debug_traceCall', looping(30))),
  });
  expect(Number(short.headers.get('content-length'))).toBe((await short.text()).length);
  const { result, error } = await ask(message('debug_traceCall', looping(30_000)));
  expect(error).toBeUndefined();
  expect(result).toMatchObject({ gas: Number(gasFor(30_000)), failed: true, returnValue: '0x' });
  expect(result.structLogs.length).toBeGreaterThan(29_990);
  expect(result.structLogs.at(-1).error).toBe('out of gas');
});

it('reports a timeout after the part that it has sent', async () => {
  const { result, error } = await ask(message('debug_traceCall', looping(5_000_000, { timeout: '3s' })));
  expect(error).toEqual({ code: -32000, message: 'execution timeout' });
  expect(result.structLogs.length).toBeGreaterThan(0);
  expect(result).not.toHaveProperty('gas');
});

it('ends the run of a disconnected client', async () => {
  const sockets = await Promise.all(Array.from({ length: 6 }, () => bareTrace(5_000_000)));
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.destroy();
  // Six runs of a minute each would keep the event loop busy beyond this test's timeout.
  await idle();
});

it('buffers what cannot be streamed, up to the limit of responses', async () => {
  const tooLarge = { code: -32000, message: expect.stringMatching(/^trace too large: more than 25000000 bytes; /) };
  const trace = message('debug_traceCall', looping(STEPS));
  const small = message('debug_traceCall', looping(30), 2);
  const [long, short] = await ask([trace, small]);
  expect(long.error).toEqual(tooLarge);
  expect(short.result.structLogs.length).toBeGreaterThan(25);
  const socket = new WebSocket(devnet.urls.evmWs as string);
  await once(socket, 'open');
  socket.send(JSON.stringify(trace));
  const [answer] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(answer.toString()).error).toEqual(tooLarge);
  socket.close();
  await expect(devnet.provider.request({ method: 'debug_traceCall', params: looping(STEPS) })).rejects.toMatchObject(
    tooLarge,
  );
});

it('stops an endless trace at its timeout, also when it reports nothing', async () => {
  const { error } = await ask(message('debug_traceCall', looping(6_000_000, { timeout: '200ms', limit: 1 })));
  expect(error.message).toBe('execution timeout');
});

it('serves others during an endless trace that reports nothing', async () => {
  const client = new AbortController();
  const events: string[] = [];
  const endless = ask(message('debug_traceCall', looping(6_000_000, { limit: 1 })), client.signal).then(
    () => events.push('ended'),
    () => events.push('gone'),
  );
  for (let i = 0; i < 20; i++) {
    await ask(message('eth_blockNumber', []));
    events.push('answered');
  }
  client.abort();
  await endless;
  expect(events).toEqual([...Array<string>(20).fill('answered'), 'gone']);
  await idle();
});
