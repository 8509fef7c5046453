/**
 * Records what a node of CosmWasm's wasmd, an SDK application, answers over REST and gRPC:
 *
 *   npx tsx scripts/record_wasmd.ts PATH_OF_WASMD
 *
 * Starts a chain with one validator in a temporary folder, sends the transactions of `wasmd/chain.ts`, one in a block,
 * and asks the requests of `wasmd/requests.ts`. Writes `test/vectors/wasmd.json`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { sdkBackend } from '../src/devnet/backends/sdk.js';
import { ask, type Target } from '../test/live/wasmd/asking.js';
import type { Exchange, Json, SentTx } from '../test/live/wasmd/recording.js';
import { CHAIN_ID, recordedGenesis, transactions, validatorKeyFile } from './wasmd/chain.js';
import { recordedRequests } from './wasmd/requests.js';

const OUT = new URL('../test/vectors/wasmd.json', import.meta.url);
const POLL_MS = 100;

const [program] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: npx tsx scripts/record_wasmd.ts PATH_OF_WASMD');
  process.exit(2);
}

const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}

/** Writes the files of the node, and returns the genesis document. */
function prepare(wasmd: string, home: string): Json {
  execFileSync(wasmd, ['init', 'recorded', '--chain-id', CHAIN_ID, '--home', home], { stdio: 'ignore' });
  const config = join(home, 'config');
  const genesis = recordedGenesis(readJson(join(config, 'genesis.json')));
  writeJson(join(config, 'genesis.json'), genesis);
  writeJson(join(config, 'priv_validator_key.json'), validatorKeyFile());
  const settings = readFileSync(join(config, 'config.toml'), 'utf8');
  writeFileSync(join(config, 'config.toml'), settings.replace(/^timeout_commit = .*$/m, 'timeout_commit = "500ms"'));
  return genesis;
}

async function blockOf(rest: string, height = 'latest'): Promise<Json> {
  const response = await fetch(`${rest}/cosmos/base/tendermint/v1beta1/blocks/${height}`).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/** Waits until the node has a block of the height. Throws when the node has ended. */
async function reached(node: ChildProcess, rest: string, height: number): Promise<void> {
  for (;;) {
    if (node.exitCode !== null) throw new Error(`wasmd ended with ${node.exitCode}`);
    const { block } = (await blockOf(rest)) ?? {};
    if (block !== undefined && Number(block.header.height) >= height) return;
    await later(POLL_MS);
  }
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

async function record(node: ChildProcess, rest: string, grpc: string, genesis: Json): Promise<void> {
  await reached(node, rest, 3);
  const sent: SentTx[] = [];
  for (const { name, bytes } of await transactions()) sent.push({ name, height: await included(rest, bytes), bytes });
  await reached(node, rest, (sent.at(-1)?.height ?? 0) + 2);
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

const home = mkdtempSync(join(tmpdir(), 'recorded-wasmd-'));
const genesis = prepare(program, home);
const [api, grpc, rpc, p2p] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
const node = spawn(
  program,
  [
    ...['start', '--home', home, '--minimum-gas-prices', '0stake', '--rpc.pprof_laddr', ''],
    ...['--api.enable', '--api.address', `tcp://127.0.0.1:${api}`, '--grpc.address', `127.0.0.1:${grpc}`],
    ...['--rpc.laddr', `tcp://127.0.0.1:${rpc}`, '--p2p.laddr', `tcp://127.0.0.1:${p2p}`],
  ],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
try {
  await record(node, `http://127.0.0.1:${api}`, `127.0.0.1:${grpc}`, genesis);
} finally {
  node.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}
