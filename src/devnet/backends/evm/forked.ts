/** The chain that this one was forked from, with its history. */
import { readForkRecord } from '../../../app/sdk/fork_record.js';
import type { EvmForked, ForkedHistory, ForkTarget } from '../../../backend/evm/forked.js';
import { REMOTE_DEFAULTS } from '../../../client/remote_node.js';
import { HalleyError } from '../../../kernel/errors.js';
import type { Chain } from '../../chain/chain.js';
import type { Fork } from '../../fork/fork.js';
import { readForkUrl } from '../../options/fork_url.js';
import type { ChainReplacement } from './replacement.js';

/** Name of the other chain of a fork that was opened without its node. */
const OFFLINE_LABEL = 'no node';

/**
 * Makes the role. `reset` goes back to the first block, which is all that a reset to the same block needs.
 */
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
