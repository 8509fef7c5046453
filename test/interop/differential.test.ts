/**
 * Sends the same requests, most of them invalid, to a real node and to ours. Statuses, headers, ids and errors must be
 * equal. The requests are drawn from a seed, so a failure shows them and can be reproduced.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sideOf } from '../../scripts/compare/compare.js';
import type { WireClient } from '../../scripts/compare/wire.js';
import { type ChainFacts, fillIn, longPost, type RpcRequest, rpcRequest } from '../support/rpc_requests.js';
import { bodyOutcome, httpOutcome } from './outcome.js';
import { cometbftIsAbsent } from './peers/cometbft.js';
import { heightOf, startTwoChains, type TwoChains } from './two_chains.js';

/** Allows for hundreds of requests to both nodes. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SEED = 20_380_025;
const REQUESTS = 15_000;
const ENGINE_BODY_BYTES = 1_000_000;
/** Most differences that are shown. */
const SHOWN = 10;

/** Matches answers of a real node from which ours differ on purpose, with the reason. */
const MEANT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/PANIC=String method/, 'the engine panics while it prints a vote without a type'],
  [/invalid input [:/] at offset/, "0.38 lost `:` and `/` in queries' tags, which 0.37 has and CosmWasm's events need"],
  [
    /index out of range \[-\d+\]/,
    'the engine panics for a chunk of the genesis beyond int64; ours does not exist, like any other missing chunk',
  ],
];

interface Side {
  readonly url: string;
  readonly client: WireClient;
  readonly facts: ChainFacts;
}

let chains: TwoChains;
let sides: readonly Side[];

/** Frame that is sent last; a node answers it after all other requests. */
const LAST_FRAME = '{"jsonrpc":"2.0","id":"the last","method":"health","params":{}}';
const LAST_REPLY = '{"jsonrpc":"2.0","id":"the last","result":{}}';

async function conversation({ client, facts }: Side, frames: readonly string[]): Promise<unknown> {
  const socket = await client.socket();
  for (const frame of frames) socket.send(fillIn(frame, facts));
  socket.send(LAST_FRAME);
  await socket.frame((text) => text === LAST_REPLY);
  await socket.close();
  return { frames: socket.frames.map(bodyOutcome) };
}

async function outcomeOf(side: Side, request: RpcRequest): Promise<unknown> {
  if (request.protocol === 'socket') return conversation(side, request.frames);
  const { target, body, ...rest } = request;
  const sent = { ...rest, target: fillIn(target, side.facts), body: fillIn(body, side.facts) };
  return httpOutcome(await side.client.http(sent), side.url);
}

function shown(request: RpcRequest): string {
  if (request.protocol === 'socket') return request.frames.join('\n');
  const { verb, target, contentType, body } = request;
  return `${verb} ${target} ${contentType} ${body.slice(0, 1_000)}`;
}

describe.skipIf(cometbftIsAbsent)('a real node and ours', () => {
  beforeAll(async () => {
    chains = await startTwoChains();
    sides = await Promise.all(
      [chains.realUrl, chains.ourUrl].map(async (url) => {
        const { client, facts } = await sideOf(url);
        return { url, client, facts };
      }),
    );
  });

  afterAll(async () => {
    for (const { client } of sides ?? []) client.close();
    await chains?.close();
  });

  it('answer and refuse the same requests in the same way', async () => {
    const height = await heightOf(chains.realUrl);
    const any = fc.oneof(
      { weight: 300, arbitrary: rpcRequest({ unsafe: true }) as fc.Arbitrary<RpcRequest> },
      { weight: 1, arbitrary: longPost(ENGINE_BODY_BYTES) },
    );
    const differences: string[] = [];
    for (const request of fc.sample(any, { seed: SEED, numRuns: REQUESTS })) {
      const [real, ours] = await Promise.all(sides.map(async (side) => JSON.stringify(await outcomeOf(side, request))));
      const isMeant = MEANT.some(([pattern]) => pattern.test(real ?? ''));
      if (real !== ours && !isMeant) differences.push(`${shown(request)}\ntheirs ${real}\nours   ${ours}`);
    }
    const count = `${differences.length} of ${REQUESTS} differ`;
    expect(`${count}\n${differences.slice(0, SHOWN).join('\n\n')}`).toBe(`0 of ${REQUESTS} differ\n`);
    // No request changes a chain, so heights in errors can be compared.
    expect(await heightOf(chains.realUrl)).toBe(height);
    expect(await heightOf(chains.ourUrl)).toBe(height);
  });
});
