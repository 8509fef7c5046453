/**
 * Sends ten thousand requests over real sockets, most of them invalid, over all three protocols and every dialect. Each
 * has a well-formed response, none finds a bug, the chain does not change, no memory leaks, and the node continues to
 * serve. Tests beside CometBFT itself (test/interop) check that the responses equal CometBFT's, word for word.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sideOf } from '../../scripts/compare/compare.js';
import { type WireClient, wireClient } from '../../scripts/compare/wire.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { type ChainFacts, fillIn, longPost, type RpcRequest, rpcRequest } from '../support/rpc_requests.js';

/** Allows for ten thousand requests. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SEED = 10_000;
const ROUNDS = 5;
const REQUESTS_OF_ROUND = 2_000;
const AT_ONCE = 8;
const PREFIXES = ['', '/v0.34', '/v0.37', '/v0.38', '/v0.40', '/v1', '/documented'];
const MEBIBYTE = 1024 * 1024;
const ERROR_CODES = [-32700, -32600, -32601, -32602, -32603];
/** Most bytes of heap that a round may leave behind: caches fill up to their limits in the first ones. */
const RETAINED_BYTES = MEBIBYTE;

let devnet: Devnet;
let clients: readonly WireClient[] = [];
let facts: ChainFacts;
const bugs: unknown[] = [];

beforeAll(async () => {
  devnet = await createDevnet({
    jsonRpc: false,
    assets: false,
    rpc: { address: 'tcp://127.0.0.1:0', unsafe: true },
    onBug: (where, error) => bugs.push([where, error]),
  });
  const [from, to] = devnet.accounts;
  await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: from?.address, to: to?.address, value: '0x1', gas: '0x5208' }],
  });
  const url = devnet.urls.cometRpc as string;
  const { client, ...known } = await sideOf(`${url}/v0.38`);
  client.close();
  ({ facts } = known);
  clients = PREFIXES.map((prefix) => wireClient(`${url}${prefix}`));
});

afterAll(async () => {
  for (const client of clients) client.close();
  await devnet.close();
});

function expectEnvelope(value: unknown): void {
  const { jsonrpc, id, result, error, ...rest } = value as Record<string, unknown>;
  expect(jsonrpc).toBe('2.0');
  expect(rest).toEqual({});
  expect(['undefined', 'number', 'string']).toContain(typeof id);
  if (error === undefined) {
    expect(result).toBeDefined();
    return;
  }
  const { code, message, data, ...more } = error as Record<string, unknown>;
  expect(result).toBeUndefined();
  expect(ERROR_CODES).toContain(code);
  expect(typeof message).toBe('string');
  expect(['undefined', 'string']).toContain(typeof data);
  expect(more).toEqual({});
}

function expectEnvelopes(text: string): void {
  const json: unknown = JSON.parse(text);
  for (const value of Array.isArray(json) ? json : [json]) expectEnvelope(value);
}

const LAST = '{"jsonrpc":"2.0","id":"the last","method":"health","params":{}}';

async function converse(client: WireClient, frames: readonly string[]): Promise<void> {
  const socket = await client.socket();
  for (const frame of frames) socket.send(fillIn(frame, facts));
  socket.send(LAST);
  await socket.frame((text) => text.includes('"the last"'));
  socket.frames.forEach(expectEnvelopes);
  await socket.close();
}

async function send(client: WireClient, request: RpcRequest): Promise<void> {
  if (request.protocol === 'socket') return converse(client, request.frames);
  const { verb, target, contentType, body } = request;
  const ask = { verb, contentType, target: fillIn(target, facts), body: fillIn(body, facts) };
  const { status, headers, text } = await client.http(ask);
  expect([200, 307, 400, 404, 500]).toContain(status);
  if (headers['content-type'] === 'application/json' && verb !== 'HEAD') expectEnvelopes(text);
}

/** Sends one round of many concurrent requests, drawn as one list. */
async function round(seed: number): Promise<void> {
  const any = fc.oneof(
    { weight: 300, arbitrary: rpcRequest({ unsafe: true }) as fc.Arbitrary<RpcRequest> },
    { weight: 1, arbitrary: longPost(1_000_000) },
  );
  const requests = fc.sample(any, { seed, numRuns: REQUESTS_OF_ROUND });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests.length) {
      const at = next++;
      await send(clients[at % clients.length] as WireClient, requests[at] as RpcRequest);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function heapBytes(): Promise<number> {
  await new Promise(setImmediate);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it('survives ten thousand requests', async () => {
  const { height } = devnet;
  const left: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    await round(SEED + i);
    left.push(await heapBytes());
  }
  expect(bugs).toEqual([]);
  expect(devnet.height).toBe(height);
  const [, , third = 0] = left;
  expect((left.at(-1) as number) - third).toBeLessThan((ROUNDS - 3) * RETAINED_BYTES);
  const { text } = await (clients[0] as WireClient).http({ verb: 'GET', target: '/status' });
  expect(JSON.parse(text).result.sync_info.latest_block_height).toBe(height.toString());
});
