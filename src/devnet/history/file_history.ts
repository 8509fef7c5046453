/** Answers requests about earlier blocks from the records of a chain's store, as a remote node does for a fork. */
import type { EvmBlockFees } from '../../backend/evm/block.js';
import type { EarlierHistory } from '../../backend/evm/blocks.js';
import { nextBaseFeeOfHeader } from '../../config/ethereum_base_fee.js';
import { HalleyError } from '../../kernel/errors.js';
import { type Client, type FairScheduler, runInSlices } from '../../kernel/fair_scheduler.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { Json, JsonObject } from '../../kernel/json.js';
import { feeHistoryOf } from '../../rpc/evm/fees/fee_history.js';
import { type LogMatcher, logMatcher } from '../../rpc/evm/logs/log_matcher.js';
import { decodeLogFilter, type LogFilter } from '../../rpc/evm/params/log_filter.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { feeHistoryView, NO_FEE_HISTORY } from '../../rpc/evm/views/fee_history.js';
import type { EarlierBlock, EarlierTransaction, StoredHistory } from './stored_history.js';
import {
  blockBytes,
  blockJson,
  headerBytes,
  headerJson,
  logsJson,
  logsOfTransaction,
  pricePaid,
  rawTransaction,
  receiptJson,
  transactionAt,
  transactionJson,
  uint,
} from './views.js';

/** Name of the source in errors. */
const LABEL = 'the state file';
const OWN: Client = { id: 'earlier blocks' };

type Params = readonly unknown[];
type Answer = (history: StoredHistory, params: Params) => unknown;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value);
const numberOf = (value: unknown): number => Number(value);

/** Returns the block that a parameter names: a number, a hash, or the object of EIP-1898. */
function blockOf(history: StoredHistory, value: unknown): EarlierBlock | undefined {
  if (typeof value === 'object' && value !== null) {
    const { blockHash, blockNumber } = value as Readonly<Record<string, unknown>>;
    return blockOf(history, blockHash ?? blockNumber);
  }
  const number = isHash(value) ? history.numberOfHash(fromHex(value)) : numberOf(value);
  return number === undefined ? undefined : history.block(number);
}

const ofBlock =
  (view: (block: EarlierBlock, params: Params) => unknown): Answer =>
  (history, params) => {
    const block = blockOf(history, params[0]);
    return block === undefined ? null : view(block, params);
  };

const ofTransaction =
  (view: (of: EarlierTransaction) => unknown): Answer =>
  (history, [hash]) => {
    const of = isHash(hash) ? history.transaction(fromHex(hash)) : undefined;
    return of === undefined ? null : view(of);
  };

const ofIndex = (view: (of: EarlierTransaction) => unknown): Answer =>
  ofBlock((block, [, index]) => {
    const of = transactionAt(block, numberOf(index));
    return of === undefined ? null : view(of);
  });

const count = ofBlock(({ transactions }) => quantity(transactions.length));
const noUncle = ofBlock(() => null);
const noUncles = ofBlock(() => '0x0');
const byIndex = ofIndex(transactionJson);
const wholeBlock = ofBlock((block, [, whole]) => blockJson(block, whole === true));
const receipts = ofBlock((block) =>
  block.transactions.flatMap((_, i) => {
    const of = transactionAt(block, i);
    return of === undefined ? [] : [receiptJson(of)];
  }),
);

function rawHex(of: EarlierTransaction): string {
  const raw = rawTransaction(of);
  if (raw !== undefined) return to0x(raw);
  throw new HalleyError('unavailable', `${LABEL} has a transaction of an unknown type, which cannot be encoded`);
}

/** Returns null for a failed transaction, as this chain does. */
const logsOrNull = (of: EarlierTransaction): unknown =>
  of.tx.receipt['status'] === '0x0' ? null : logsOfTransaction(of);

/** Most blocks of a fee history, as nodes limit them. */
const MAX_FEE_BLOCKS = 1_024;

/** Answers `eth_feeHistory` from headers and receipts. Blocks that the file lacks end the history. */
function earlierFees(history: StoredHistory, [count, newest, percentiles]: readonly unknown[]): Json {
  const last = Math.min(Number(newest), history.facts.last);
  const blocks: EarlierBlock[] = [];
  for (let number = last; blocks.length < Math.min(Number(count), MAX_FEE_BLOCKS); number--) {
    const block = history.block(number);
    if (block === undefined) break;
    blocks.unshift(block);
  }
  const newestBlock = blocks.at(-1);
  if (newestBlock === undefined) return NO_FEE_HISTORY;
  const wanted = Array.isArray(percentiles) ? percentiles.map(Number) : [];
  const hasBlobGas = newestBlock.header['blobGasUsed'] !== undefined;
  const fees = feeHistoryOf(blocks.map(feesOf), BigInt(last), nextBaseFeeOf(newestBlock), wanted);
  return feeHistoryView(fees, hasBlobGas);
}

const headerFees = ({ header }: EarlierBlock) => ({
  baseFee: uint(header['baseFeePerGas']),
  gasLimit: uint(header['gasLimit']),
  gasUsed: uint(header['gasUsed']),
});

const nextBaseFeeOf = (block: EarlierBlock): bigint => nextBaseFeeOfHeader(headerFees(block));

function feesOf(block: EarlierBlock): EvmBlockFees {
  const { baseFee, gasLimit, gasUsed } = headerFees(block);
  const tips = block.transactions.flatMap((_, i) => {
    const of = transactionAt(block, i);
    return of === undefined ? [] : [{ tip: pricePaid(of) - baseFee, gas: uint(of.tx.info['gas_used']) }];
  });
  tips.sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  return { baseFeePerGas: baseFee, gasLimit, gasUsed, tips };
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  eth_getBlockByHash: wholeBlock,
  eth_getBlockByNumber: wholeBlock,
  eth_getHeaderByHash: ofBlock(headerJson),
  eth_getHeaderByNumber: ofBlock(headerJson),
  eth_getBlockReceipts: receipts,
  eth_getBlockTransactionCountByHash: count,
  eth_getBlockTransactionCountByNumber: count,
  eth_getTransactionByHash: ofTransaction(transactionJson),
  eth_getTransactionByBlockHashAndIndex: byIndex,
  eth_getTransactionByBlockNumberAndIndex: byIndex,
  eth_getRawTransactionByHash: ofTransaction(rawHex),
  eth_getRawTransactionByBlockHashAndIndex: ofIndex(rawHex),
  eth_getRawTransactionByBlockNumberAndIndex: ofIndex(rawHex),
  eth_getTransactionReceipt: ofTransaction(receiptJson),
  eth_getTransactionLogs: ofTransaction(logsOrNull),
  eth_getUncleByBlockHashAndIndex: noUncle,
  eth_getUncleByBlockNumberAndIndex: noUncle,
  eth_getUncleCountByBlockHash: noUncles,
  eth_getUncleCountByBlockNumber: noUncles,
  eth_feeHistory: earlierFees,
  debug_getBlockRlp: ofBlock((block) => to0x(blockBytes(block))),
  debug_getHeaderRlp: ofBlock((block) => to0x(headerBytes(block))),
};

/** Returns the error of a method that needs more than a state file has. */
export const unanswered = (method: string, { facts: { last } }: StoredHistory): HalleyError =>
  new HalleyError(
    'unavailable',
    `${method} cannot be answered for blocks up to ${last}, which come from a state file: it has no tries, and nothing ` +
      'that could be executed again; ask about a later block, or the node that wrote the file',
    { method },
  );

/** Blocks without logs that are passed between two yields. */
const BLOCKS_AT_ONCE = 64;

/** Returns the logs that match the filter of `eth_getLogs`, in steps. Reads no block whose bloom rules it out. */
function* findLogs(history: StoredHistory, given: unknown): Generator<void, readonly JsonObject[]> {
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
  const boundOf = (bound: LogFilter['fromBlock']): number => (bound?.type === 'number' ? Number(bound.number) : last);
  return { first: Math.max(first, boundOf(fromBlock)), last: Math.min(last, boundOf(toBlock)) };
}

const isMatch = (matcher: LogMatcher, { address, topics }: JsonObject): boolean =>
  matcher.matches({ address: fromHex(String(address)), topics: (topics as readonly string[]).map(fromHex) });

/** Makes the history, without states. */
export function fileHistory(history: StoredHistory, scheduler: FairScheduler): EarlierHistory {
  const answer = (method: string, params: Params, client: Client): unknown => {
    if (method === 'eth_getLogs') return runInSlices(scheduler, client, findLogs(history, params[0]));
    const known = Object.hasOwn(ANSWERS, method) ? ANSWERS[method] : undefined;
    if (known !== undefined) return known(history, params);
    throw unanswered(method, history);
  };
  return {
    label: LABEL,
    blockNumber: BigInt(history.facts.last),
    blockHash: history.lastHash,
    request: async (method, params, client = OWN) => answer(method, params, client),
  };
}
