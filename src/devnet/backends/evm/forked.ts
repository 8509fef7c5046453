/** Describes the chain that this one was forked from, and reads its history. */
import { readForkRecord } from '../../../app/sdk/fork_record.js';
import type { EvmForked, ForkedHistory, ForkTarget } from '../../../backend/evm/forked.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { Chain } from '../../chain/chain.js';
import type { Fork } from '../../fork/fork.js';
import { readForkUrl } from '../../options/fork_url.js';
import type { Rollback } from '../../snapshots/rollback.js';

/** Are Anvil's defaults, which the client of the other chain has too. */
const RETRIES = 5;
const RETRY_BACKOFF_MS = 1_000;
const TIMEOUT_MS = 45_000;

/** Names the other chain of a fork that was opened without its node. */
const OFFLINE_LABEL = 'no node';

export const evmForked = (chain: Chain, rollback: () => Pick<Rollback, 'reset'>): EvmForked => ({
  forked: forkedHistory(chain),
  resetFork: async (target) => {
    const { fork } = chain;
    if (fork !== undefined && target !== undefined && (await isPresent(fork, target))) return rollback().reset();
    const present = fork === undefined ? 'no fork' : `the fork of ${fork.label} at block ${fork.point.number}`;
    throw new HalleyError(
      'unavailable',
      `this devnet is ${present} and stays it: a reset goes back to its first block, so name the same chain and block, or start a new devnet with the option fork, or --fork-url`,
    );
  },
});

/** Returns whether the target is the block of the fork. Without a number it is the newest block of the other chain. */
async function isPresent(fork: Fork, { url, blockNumber }: ForkTarget): Promise<boolean> {
  const named = url === undefined ? undefined : readForkUrl(url);
  if (named !== undefined && named.url !== readForkUrl(fork.options.url).url) return false;
  const number = blockNumber ?? named?.blockNumber ?? BigInt((await fork.request('eth_blockNumber', [])) as string);
  return number === fork.point.number;
}

function forkedHistory({ fork, state }: Chain): ForkedHistory | undefined {
  if (fork !== undefined) return historyOf(fork);
  const record = readForkRecord(state.latest);
  if (record === undefined) return undefined;
  const { chainId, blockNumber, blockHash } = record;
  const offline = { retries: RETRIES, retryBackoffMs: RETRY_BACKOFF_MS, timeoutMs: TIMEOUT_MS };
  const facts = { label: OFFLINE_LABEL, chainId, blockNumber, blockHash, ...offline };
  return { ...facts, request: withoutNode, setUrl: () => refuseWithoutNode('another URL') };
}

function historyOf(fork: Fork): ForkedHistory {
  const { number: blockNumber, hash: blockHash, chainId } = fork.point;
  const { retries = RETRIES, retryBackoffMs = RETRY_BACKOFF_MS, timeoutMs = TIMEOUT_MS } = fork.options;
  return {
    get label() {
      return fork.label;
    },
    ...{ blockNumber, blockHash, chainId, retries, retryBackoffMs, timeoutMs },
    request: (method, params) => fork.request(method, params),
    setUrl: (url) => fork.setUrl(url),
  };
}

const withoutNode = async (method: string): Promise<never> => refuseWithoutNode(method);

function refuseWithoutNode(what: string): never {
  throw new HalleyError(
    'unavailable',
    `${what} needs the node of the forked chain, and this chain was opened without one: start it with the option fork, or --fork-url`,
  );
}
