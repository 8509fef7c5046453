/** Makes a chain that answers like a node, for forks of it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Fork, type ForkEnvironment, openFork } from '../../../src/devnet/fork/fork.js';
import type { ForkOptions } from '../../../src/devnet/options/fork_option.js';
import type { RemoteKey } from '../../../src/evm/absent_remote.js';
import { fromHex } from '../../../src/kernel/hex.js';
import {
  type Asked,
  answers,
  type FakeNode,
  fakeNode,
  instantly,
  type Reply,
  type Request,
  TIMEOUT_MS,
} from '../../client/remote_kit.js';

/** Newest block of the chain. */
export const NEWEST = 1000n;

export const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`;
export const addressText = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`;

export const account = (value: number): RemoteKey => ({ type: 'account', address: fromHex(addressText(value)) });
export const slot = (value: number, at: number): RemoteKey => ({
  ...{ type: 'slot', address: fromHex(addressText(value)) },
  slot: fromHex(word(at)),
});

/** State that a test may change. */
export interface Chain {
  chainId: bigint;
  /** Part of all hashes of blocks. */
  branch: number;
}

export const hashOf = ({ branch }: Chain, number: bigint): string => word(BigInt(branch) * 10n ** 12n + number);

const blockOf = (chain: Chain, number: bigint, withTransactions: unknown) => ({
  number: `0x${number.toString(16)}`,
  hash: hashOf(chain, number),
  parentHash: hashOf(chain, number - 1n),
  miner: addressText(9),
  mixHash: word(77),
  timestamp: `0x${(1_700_000_000n + number).toString(16)}`,
  gasLimit: '0x1c9c380',
  gasUsed: '0x5208',
  baseFeePerGas: '0x7',
  transactions: [1, 2, 3].map((i) =>
    withTransactions === true ? { hash: word(100 * i), input: '0x' } : word(100 * i),
  ),
});

/** Answers a call: accounts have their number as balance, and slots the product of account and slot. */
export function answerOf(chain: Chain, { method, params }: Request): unknown {
  const [first, second] = params as [string, string];
  switch (method) {
    case 'eth_chainId':
      return `0x${chain.chainId.toString(16)}`;
    case 'eth_blockNumber':
      return `0x${NEWEST.toString(16)}`;
    case 'eth_getBlockByNumber': {
      const number = first === 'latest' ? NEWEST : BigInt(first);
      return number > NEWEST ? null : blockOf(chain, number, params[1]);
    }
    case 'eth_getTransactionByHash':
      return BigInt(first) === 200n ? { hash: first, blockNumber: '0x10' } : null;
    case 'eth_getBalance':
      return `0x${BigInt(first).toString(16)}`;
    case 'eth_getTransactionCount':
      return '0x1';
    case 'eth_getCode':
      return '0x6001';
    case 'eth_getStorageAt':
      return word(BigInt(first) * BigInt(second));
    default:
      return null;
  }
}

export interface ChainNode extends FakeNode {
  readonly chain: Chain;
  /** Lists the methods of all requests since the last time. */
  methods(): string[][];
}

/** Starts a node. `failure` replaces its answer to a request. */
export async function chainNode(
  failure: (asked: Asked, index: number) => Reply | undefined = () => undefined,
): Promise<ChainNode> {
  const chain: Chain = { chainId: 5n, branch: 1 };
  const node = await fakeNode(
    (asked, index) => failure(asked, index) ?? answers(asked, (request) => answerOf(chain, request)),
  );
  let seen = 0;
  const methods = () => {
    const news = node.asked.slice(seen).map(({ requests }) => requests.map(({ method }) => method));
    seen = node.asked.length;
    return news;
  };
  return Object.assign(node, { chain, methods });
}

const folders: string[] = [];
const forks: Fork[] = [];

afterEach(async () => {
  for (const fork of forks.splice(0)) await fork.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halley-fork-'));
  folders.push(folder);
  return folder;
}

/** Opens a fork whose delays do not pass. */
export async function open(options: ForkOptions, environment: ForkEnvironment = {}): Promise<Fork> {
  const { schedule } = instantly();
  const fork = await openFork({ timeoutMs: TIMEOUT_MS, ...options }, { schedule, ...environment });
  forks.push(fork);
  return fork;
}

/** Returns the names and contents of all files below a folder. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}
