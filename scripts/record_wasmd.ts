/**
 * Records what a node of CosmWasm's wasmd, an SDK application, answers over REST and gRPC:
 *
 *   npx tsx scripts/record_wasmd.ts PATH_OF_WASMD
 *
 * Starts a chain with one validator in a temporary folder, sends the transactions of `wasmd/chain.ts`, one in a block,
 * and asks the requests of `wasmd/requests.ts`. Writes `test/vectors/wasmd.json`.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { setTimeout as later } from 'node:timers/promises';
import { sdkBackend } from '../src/devnet/backends/sdk.js';
import { ask, type Target } from '../test/live/wasmd/asking.js';
import type { Exchange, Json, SentTx } from '../test/live/wasmd/recording.js';
import { transactions } from './wasmd/chain.js';
import { POLL_MS, startWasmd, type WasmdNode } from './wasmd/node.js';
import { recordedRequests } from './wasmd/requests.js';

const OUT = new URL('../test/vectors/wasmd.json', import.meta.url);

const [program] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: npx tsx scripts/record_wasmd.ts PATH_OF_WASMD');
  process.exit(2);
}

const hashOf = (bytes: string): string =>
  createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('hex').toUpperCase();

/** Sends a transaction and returns the height of its block. */
async function included(rest: string, bytes: string): Promise<number> {
  const body = JSON.stringify({ tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' });
  const sent: Json = await (await fetch(`${rest}/cosmos/tx/v1beta1/txs`, { method: 'POST', body })).json();
  if (sent.tx_response?.code !== 0) throw new Error(`wasmd refused a transaction: ${JSON.stringify(sent)}`);
  for (;;) {
    const response = await fetch(`${rest}/cosmos/tx/v1beta1/txs/${hashOf(bytes)}`);
    if (response.ok) return Number(((await response.json()) as Json).tx_response.height);
    await later(POLL_MS);
  }
}

async function record({ rest, grpc, genesis, reached }: WasmdNode): Promise<void> {
  const sent: SentTx[] = [];
  for (const { name, bytes } of await transactions()) sent.push({ name, height: await included(rest, bytes), bytes });
  await reached((sent.at(-1)?.height ?? 0) + 2);
  const { methods, messages } = sdkBackend(() => ({ height: () => 0n, query: () => Promise.reject(new Error()) }));
  const session = connect(`http://${grpc}`);
  const target: Target = {
    rest,
    grpc: session,
    messages,
    methods: new Map(methods.map((method) => [method.path, method])),
  };
  const requests = await recordedRequests(target.methods, messages, {
    sent: Object.fromEntries(sent.map(({ name, bytes }) => [name, bytes])),
    hashes: Object.fromEntries(sent.map(({ name, bytes }) => [name, hashOf(bytes)])),
    heights: Object.fromEntries(sent.map(({ name, height }) => [name, height])),
  });
  const exchanges: Exchange[] = [];
  for (const request of requests) exchanges.push({ ...request, answer: await ask(target, request) });
  session.destroy();
  const info: Json = await (await fetch(`${rest}/cosmos/base/tendermint/v1beta1/node_info`)).json();
  const { app_name: name, version, cosmos_sdk_version: sdk } = info.application_version;
  writeFileSync(
    OUT,
    recordingText({ version: `${name} ${version}, SDK ${sdk}`, genesis, transactions: sent }, exchanges),
  );
  console.log(`${exchanges.length} exchanges`);
}

/** Writes one exchange on each line. */
const recordingText = (head: object, exchanges: readonly Exchange[]): string =>
  `${JSON.stringify(head).slice(0, -1)},"exchanges":[\n${exchanges.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`;

const node = await startWasmd(program);
try {
  await record(node);
} finally {
  node.stop();
}
