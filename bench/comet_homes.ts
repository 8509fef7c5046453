/**
 * Makes homes of validators under CometBFT, which the networks of the comparison share: keys of the peers, ports, and
 * the engine's settings. With a delay, each pair of peers is connected by one link through `link_process.ts`.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder, untilExit } from './leftovers.js';
import { configure } from './settings_file.js';
import { HALLEY_COMMAND } from './targets.js';

/** First port of the nodes, which have ten each. */
const FIRST_PORT = 29_100;
const PORTS_OF_NODE = 10;
/** Port of a node's EVM JSON-RPC, after its first port. */
const EVM_PORT = 5;
const FIRST_LINK_PORT = 29_300;
/** Lets a block have all transactions of a round. */
const GAS_LIMIT = '100000000';

/** Network that is measured. */
export interface NetworkSize {
  readonly validators: number;
  /** Time that a message takes from one validator to another, in milliseconds. */
  readonly delayMs: number;
}

export interface CometHomes {
  readonly folder: string;
  readonly homes: readonly string[];
  /** Passes the messages between the validators on; undefined without a delay. */
  readonly links: ChildProcess | undefined;
}

/** Returns the port of a node's EVM JSON-RPC. The next one is free for its WebSocket. */
export const evmPort = (node: number): number => FIRST_PORT + PORTS_OF_NODE * node + EVM_PORT;

export async function makeHomes({ validators, delayMs }: NetworkSize): Promise<CometHomes> {
  const folder = join(temporaryFolder(), 'network');
  const init = ['testnet', 'init', `--validators=${validators}`, `--out=${folder}`, `--starting-port=${FIRST_PORT}`];
  const args = [HALLEY_COMMAND, ...init, `--gas-limit=${GAS_LIMIT}`, '--silent'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`halley testnet init: ${stderr}`);
  const homes = Array.from({ length: validators }, (_, i) => join(folder, `node${i}`));
  return { folder, homes, links: delayMs === 0 ? undefined : await linksBetween(homes, delayMs) };
}

/** Starts the links. A node connects to those before it, and nodes learn no other addresses. */
async function linksBetween(homes: readonly string[], delayMs: number): Promise<ChildProcess> {
  const links: string[] = [];
  for (const [node, home] of homes.entries()) {
    const file = join(home, 'config/config.toml');
    const peers = peersOf(file).filter(({ port }) => port < FIRST_PORT + PORTS_OF_NODE * node);
    const reached = peers.map(({ id, port }) => {
      const from = FIRST_LINK_PORT + links.length;
      links.push(`${from}:${port}`);
      return `${id}@127.0.0.1:${from}`;
    });
    configure(file, { persistent_peers: JSON.stringify(reached.join()), pex: false });
  }
  const file = fileURLToPath(new URL('./link_process.ts', import.meta.url));
  const child = untilExit(fork(file, [String(delayMs), ...links], { execArgv: process.execArgv }));
  await once(child, 'message');
  return child;
}

function peersOf(file: string): { readonly id: string; readonly port: number }[] {
  const peers = /^persistent_peers = "(.*)"$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return peers.split(',').map((peer) => {
    const [id = '', address = ''] = peer.split('@');
    return { id, port: Number(address.split(':')[1]) };
  });
}
