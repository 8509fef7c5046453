/** Searches the logs of earlier blocks. Blocks whose bloom rules them out are not read. */
import { fromHex } from '../../kernel/hex.js';
import { type LogMatcher, logMatcher } from '../../rpc/evm/logs/log_matcher.js';
import { decodeLogFilter, type LogFilter } from '../../rpc/evm/params/log_filter.js';
import type { JsonObject } from '../../rpc/evm/views/json.js';
import type { StoredHistory } from './stored_history.js';
import { logsJson } from './views.js';

/** Counts the blocks without logs that are passed between two yields. */
const BLOCKS_AT_ONCE = 64;

/** Returns the logs that match the filter of `eth_getLogs`, in steps. */
export function* findLogs(history: StoredHistory, given: unknown): Generator<void, readonly JsonObject[]> {
  const filter = decodeLogFilter(given);
  const matcher = logMatcher(filter);
  const { first, last } = rangeOf(history, filter);
  const found: JsonObject[] = [];
  for (let number = first; number <= last; number++) {
    if ((number - first) % BLOCKS_AT_ONCE === 0) yield;
    const bloom = history.bloom(number);
    if (bloom === undefined || !matcher.mayMatch(bloom)) continue;
    yield;
    const block = history.block(number);
    if (block !== undefined) found.push(...logsJson(block).filter((log) => isMatch(matcher, log)));
  }
  return found;
}

function rangeOf(history: StoredHistory, { blockHash, fromBlock, toBlock }: LogFilter) {
  const { first, last } = history.facts;
  if (blockHash !== undefined) {
    const number = history.numberOfHash(blockHash);
    return number === undefined ? { first: 0, last: -1 } : { first: number, last: number };
  }
  const numberOf = (bound: LogFilter['fromBlock']): number => (bound?.type === 'number' ? Number(bound.number) : last);
  return { first: Math.max(first, numberOf(fromBlock)), last: Math.min(last, numberOf(toBlock)) };
}

const isMatch = (matcher: LogMatcher, { address, topics }: JsonObject): boolean =>
  matcher.matches({ address: fromHex(String(address)), topics: (topics as readonly string[]).map(fromHex) });
