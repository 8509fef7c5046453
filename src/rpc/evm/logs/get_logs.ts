/**
 * Runs log queries for `eth_getLogs` and `eth_getFilterLogs` (evm-json-rpc.md 8.2). A range ends at the head, reversed
 * ranges are refused with geth's error text, the range and the result are capped, and blocks whose bloom rules them out
 * are not read.
 */
import type { EvmBlock, EvmLog } from '../../../backend/evm/block.js';
import type { EarlierHistory } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { type Awaitable, whenKnown } from '../../../kernel/awaitable.js';
import { HalleyError } from '../../../kernel/errors.js';
import { type FairScheduler, runInSlices } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { INVALID_PARAMS, RpcError, refusal } from '../../jsonrpc/errors.js';
import type { Peer } from '../../protocol_handler.js';
import { checkHistory, heightOf } from '../blocks.js';
import type { Forwarding } from '../forked/forwarding.js';
import { type Ask, askFor, isInHistory } from '../forked/locate.js';
import type { EvmLimits } from '../limits.js';
import { type BlockParam, LATEST } from '../params/block.js';
import type { LogCriteria, LogFilter } from '../params/log_filter.js';
import { quantity } from '../quantity.js';
import { logViews } from '../views/receipt.js';
import { type LogMatcher, logMatcher } from './log_matcher.js';

/** Parts of the request's context that a log query needs. */
interface Asking {
  readonly evm: EvmBackend;
  readonly forwarding: Forwarding;
  readonly limits: EvmLimits;
  readonly peer: Peer;
  readonly scheduler: FairScheduler | undefined;
}

/**
 * Runs a log query in time slices and returns the logs as JSON. Logs of earlier blocks precede those of this chain. Throws RpcError for an invalid query.
 */
export function answerLogs(context: Asking, filter: LogFilter): Json | Promise<Json> {
  const { earlier } = context.evm;
  return earlier === undefined ? ownLogs(context, filter) : logsOverHistory(context, earlier, filter);
}

const ownLogs = (context: Asking, filter: LogFilter): Awaitable<readonly Json[]> =>
  whenKnown(runInSlices(context.scheduler, context.peer, queryLogs(context, filter)), logViews);

/** Blocks to search: the one with a hash, or a range whose last block is an earlier one. */
type EarlierBlocks = { readonly blockHash: string } | { readonly fromBlock: bigint; readonly toBlock: bigint };

/** Resolves to the logs as the other chain writes them. */
async function earlierLogs(
  ask: Ask,
  { label }: EarlierHistory,
  blocks: EarlierBlocks,
  { addresses, topics }: LogCriteria,
): Promise<readonly Json[]> {
  const logs = await ask('eth_getLogs', [
    {
      ...('blockHash' in blocks
        ? blocks
        : { fromBlock: quantity(blocks.fromBlock), toBlock: quantity(blocks.toBlock) }),
      address: addresses.length === 0 ? undefined : addresses.map(to0x),
      topics:
        topics.length === 0
          ? undefined
          : topics.map((alternatives) => (alternatives.length === 0 ? null : alternatives.map(to0x))),
    },
  ]);
  if (Array.isArray(logs)) return logs as Json[];
  throw new HalleyError('remote-error', `${label} answered eth_getLogs with something else than a list of logs`);
}

async function logsOverHistory(context: Asking, earlier: EarlierHistory, filter: LogFilter): Promise<Json> {
  const { evm, limits } = context;
  const { blockHash } = filter;
  const ask = askFor(context, earlier);
  if (blockHash !== undefined) {
    const isOwn = (heightOf(evm, { type: 'hash', hash: blockHash }) ?? 0n) > earlier.blockNumber;
    if (isOwn || !(await isInHistory(ask, earlier, { type: 'block', hash: blockHash })))
      return ownLogs(context, filter);
    return limited(await earlierLogs(ask, earlier, { blockHash: to0x(blockHash) }, filter), limits);
  }
  const { from, to } = rangeOf(evm, filter);
  const own = await ownLogs(context, filter);
  if (from > earlier.blockNumber) return own;
  const toBlock = to < earlier.blockNumber ? to : earlier.blockNumber;
  return limited([...(await earlierLogs(ask, earlier, { fromBlock: from, toBlock }, filter)), ...own], limits);
}

/** Returns the logs. Throws RpcError when there are more than one answer may have. */
function limited<T>(logs: readonly T[], { logResults }: EvmLimits): readonly T[] {
  if (logs.length > logResults) throw refusal(`query returned more than ${logResults} results`);
  return logs;
}

/** Searches in steps of a few blocks. Throws RpcError at once for an invalid query. */
function queryLogs(context: Asking, filter: LogFilter): Generator<void, readonly EvmLog[]> {
  checkCriteria(filter, context.limits);
  return untilWhole(context, filter, searchOf(context, filter));
}

/**
 * Restarts the search when a revert happens between two steps. The result is then that of one chain, the one at the end
 * of the search.
 */
function* untilWhole(context: Asking, filter: LogFilter, first: Search): Generator<void, readonly EvmLog[]> {
  for (let search = first; ; search = searchOf(context, filter)) {
    const found = yield* search;
    if (found !== undefined) return found;
  }
}

/** Returns undefined when a revert happened between two steps. */
type Search = Generator<void, readonly EvmLog[] | undefined>;

/** Throws RpcError for bounds that are invalid on the current chain. */
function searchOf({ evm, limits }: Asking, filter: LogFilter): Search {
  const matcher = logMatcher(filter);
  if (filter.blockHash !== undefined) {
    const height = evm.heightOfHash(filter.blockHash);
    if (height === undefined) throw refusal(`unknown block ${to0x(filter.blockHash)}`);
    return collect(evm, limits, matcher, height, height);
  }
  const { from, to } = rangeOf(evm, filter);
  checkHistory(evm, from);
  if (to - from > BigInt(limits.logBlockRange))
    throw refusal(`maximum [from, to] blocks distance: ${limits.logBlockRange}`);
  const above = evm.earlier?.blockNumber;
  return collect(evm, limits, matcher, above === undefined || from > above ? from : above + 1n, to);
}

/**
 * Returns the first and the last height of a query. As in Hardhat and Anvil, the last one is the head at most, so a range
 * that begins above the head has no heights. Throws RpcError for a reversed range.
 */
function rangeOf(evm: EvmBackend, { fromBlock = LATEST, toBlock = LATEST }: LogFilter) {
  const [from, to, head] = [boundary(evm, fromBlock), boundary(evm, toBlock), evm.head()];
  const beginsAboveHead = from > head && toBlock.type !== 'number';
  if (from > to && !beginsAboveHead) throw new RpcError(INVALID_PARAMS, 'invalid block range params');
  return { from, to: to < head ? to : head };
}

/** Throws RpcError when a search position has too many alternatives. */
export function checkCriteria({ addresses, topics }: LogCriteria, limits: EvmLimits): void {
  const most = Math.max(addresses.length, ...topics.map((alternatives) => alternatives.length));
  if (most <= limits.logAlternatives) return;
  throw new RpcError(
    INVALID_PARAMS,
    `exceed max addresses or topics per search position: ${most}, want at most ${limits.logAlternatives}`,
  );
}

/** Returns the height of a bound, which may be above the head. */
function boundary(evm: EvmBackend, block: BlockParam): bigint {
  if (block.type === 'pending') throw refusal('pending logs are not supported');
  return block.type === 'number' ? block.number : (heightOf(evm, block) ?? evm.head());
}

/** Returns the block's logs in order. Failed transactions have no logs. */
export const logsOfBlock = (block: EvmBlock): readonly EvmLog[] => block.receipts.flatMap((receipt) => receipt.logs);

/** Most blooms that are read between two yields; one may have to be read from disk. */
const BLOOMS_AT_ONCE = 64;

function collect(evm: EvmBackend, limits: EvmLimits, matcher: LogMatcher, from: bigint, to: bigint): Search {
  const reverts = evm.reverts();
  return (function* () {
    const found: EvmLog[] = [];
    let passed = 0;
    for (let height = from; height <= to; height++) {
      if (evm.reverts() !== reverts) return undefined;
      if (!matcher.mayMatch(evm.bloom(height))) {
        if (++passed % BLOOMS_AT_ONCE === 0) yield;
        continue;
      }
      yield;
      if (evm.reverts() !== reverts) return undefined;
      for (const log of evm.logs(height)) if (matcher.matches(log)) found.push(log);
      limited(found, limits);
    }
    return found;
  })();
}
