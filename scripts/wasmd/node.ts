/** Starts a node of CosmWasm's wasmd, an SDK application, with one validator and the genesis document of `chain.ts`. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import type { Json } from '../../test/live/wasmd/recording.js';
import { freePort } from '../../test/support/ports.js';
import { CHAIN_ID, recordedGenesis, validatorKeyFile } from './chain.js';

export const POLL_MS = 100;

export interface WasmdNode {
  /** Address of REST, such as `http://127.0.0.1:1317`. */
  readonly rest: string;
  /** Host and port of gRPC. */
  readonly grpc: string;
  readonly genesis: Json;
  /** Waits until the node has a block of the height. Throws when the node has ended. */
  reached(height: number): Promise<void>;
  /** Ends the node and removes its folder. */
  stop(): void;
}

const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value));

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

async function reached(node: ChildProcess, rest: string, height: number): Promise<void> {
  for (;;) {
    if (node.exitCode !== null) throw new Error(`wasmd ended with ${node.exitCode}`);
    const { block } = (await blockOf(rest)) ?? {};
    if (block !== undefined && Number(block.header.height) >= height) return;
    await later(POLL_MS);
  }
}

/** Starts the node, and waits for its third block. */
export async function startWasmd(program: string): Promise<WasmdNode> {
  const home = mkdtempSync(join(tmpdir(), 'wasmd-'));
  const genesis = prepare(program, home);
  const [api, grpc, rpc, p2p] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const child = spawn(
    program,
    [
      ...['start', '--home', home, '--minimum-gas-prices', '0stake', '--rpc.pprof_laddr', ''],
      ...['--api.enable', '--api.address', `tcp://127.0.0.1:${api}`, '--grpc.address', `127.0.0.1:${grpc}`],
      ...['--rpc.laddr', `tcp://127.0.0.1:${rpc}`, '--p2p.laddr', `tcp://127.0.0.1:${p2p}`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const rest = `http://127.0.0.1:${api}`;
  const node: WasmdNode = {
    rest,
    grpc: `127.0.0.1:${grpc}`,
    genesis,
    reached: (height) => reached(child, rest, height),
    stop() {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    await node.reached(3);
  } catch (error) {
    node.stop();
    throw error;
  }
  return node;
}
