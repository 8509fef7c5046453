/** Implements the roles of earlier and replaced states. */
import { readForkRecord } from '../../../app/sdk/fork_record.js';
import type {
  EvmForked,
  EvmSnapshots,
  EvmStateFiles,
  EvmStateRanges,
  ForkedHistory,
  ForkTarget,
} from '../../../backend/evm/snapshots.js';
import { REMOTE_DEFAULTS } from '../../../client/remote_node.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { Store } from '../../../storage/store.js';
import type { Chain } from '../../chain/chain.js';
import { committedBlock } from '../../chain/committed_block.js';
import type { Fork } from '../../fork/fork.js';
import { readForkUrl } from '../../options/fork_url.js';
import type { RunningChain } from '../../running_chain.js';
import type { Snapshots } from '../../snapshots/snapshots.js';
import { loadState } from '../../state_files/load_state.js';
import type { TakeHistory } from '../../state_files/taken_history.js';
import { transactionsOf } from './blocks.js';

/** Makes the role. `store` is the chain's store: snapshots are listed with the chain's own blocks. */
export const evmSnapshots = (snapshots: Snapshots, store: Store): EvmSnapshots => ({
  snapshot: () => snapshots.take(),
  snapshots: () => snapshots.takenOf(store),
  revert: (id, settings) => snapshots.revert(Number(id), { settings }),
});

/** Dumps and loads state files for RPC methods. */
export const evmStateFiles = (
  { stateDumps, devTxSender }: RunningChain,
  historyTaker: ChainReplacement['historyTaker'],
): EvmStateFiles => ({
  dumpState: ({ out, ...request }) => stateDumps.hexOfGzip(request, out),
  loadState: (bytes, client) => loadState(devTxSender, historyTaker, bytes, client),
});

/** Replacement of the chain while the devnet runs. */
export interface ChainReplacement {
  /** Replaces the chain with one on another fork, or with one that is not a fork if the target is undefined. */
  readonly replace: (target: ForkTarget | undefined) => Promise<void>;
  /**
   * Returns the function that replaces the chain with one that begins after the blocks of a state file; undefined where
   * the chain cannot be replaced.
   */
  readonly historyTaker: () => TakeHistory | undefined;
  /** Interrupts replacements that have not finished, and runs `reset` in their place. Their callers get its outcome. */
  readonly overtake: (reset: () => Promise<void>) => Promise<void>;
}

async function refuse(): Promise<never> {
  throw new HalleyError(
    'unavailable',
    'this chain cannot be replaced, because other chains of its devnet know of it: start a new devnet with the option fork',
  );
}

/** Replacement of a chain that cannot be replaced, which refuses. */
export const NO_REPLACEMENT: ChainReplacement = {
  replace: refuse,
  historyTaker: () => undefined,
  overtake: (reset) => reset(),
};

/** Name of the other chain of a fork that was opened without its node. */
const OFFLINE_LABEL = 'no node';

/** Makes the role. `reset` goes back to the first block, which is all that a reset to the same block needs. */
export const evmForked = (
  chain: Chain,
  reset: () => Promise<void>,
  replace: ChainReplacement['replace'],
): EvmForked => ({
  forked: forkedHistory(chain),
  resetFork: (target) => (target !== undefined && isOwn(target, chain) ? reset() : replace(target)),
});

/** Returns whether the target is the block on which the chain began, read with the same headers. */
function isOwn({ url, blockNumber, headers }: ForkTarget, { fork }: Chain): boolean {
  if (fork === undefined || (headers !== undefined && !sameHeaders(headers, fork.options.headers ?? {}))) return false;
  const named = url === undefined ? undefined : readForkUrl(url);
  const isSameNode = named === undefined || named.url === readForkUrl(fork.options.url).url;
  const number = blockNumber ?? named?.blockNumber;
  return isSameNode && number === fork.point.number;
}

function sameHeaders(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function forkedHistory({ fork, state }: Chain): ForkedHistory | undefined {
  if (fork !== undefined) return historyOf(fork);
  const record = readForkRecord(state.latest);
  if (record === undefined) return undefined;
  const { chainId, blockNumber, blockHash } = record;
  const facts = { label: OFFLINE_LABEL, chainId, blockNumber, blockHash };
  return { ...REMOTE_DEFAULTS, ...facts, request: withoutNode, setUrl: () => refuseWithoutNode('another URL') };
}

function historyOf(fork: Fork): ForkedHistory {
  const { number: blockNumber, hash: blockHash, chainId } = fork.point;
  const { retries = REMOTE_DEFAULTS.retries, retryBackoffMs = REMOTE_DEFAULTS.retryBackoffMs } = fork.options;
  const { timeoutMs = REMOTE_DEFAULTS.timeoutMs } = fork.options;
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

/** Reads the state inside blocks, and in pages. */
export const evmStateRanges = ({ chain: { app, blockStore }, blocks }: RunningChain): EvmStateRanges => ({
  intermediateRoots: async (height, client) => {
    const block = committedBlock(blockStore, height);
    const indexes = transactionsOf(blockStore, blocks, height).map(({ index }) => index);
    return block && app.traces.rootsAfter(block, indexes, client);
  },
  storageRange: async (height, transactionIndex, address, request) => {
    const block = committedBlock(blockStore, height);
    if (block === undefined) return undefined;
    const index = transactionsOf(blockStore, blocks, height)[transactionIndex]?.index ?? block.txs.length;
    return app.ranges.storage(await app.traces.stateBefore(block, index, request.client), address, request);
  },
  accountRange: (height, request) => app.ranges.accounts(height, request),
});
