/** Answers requests about earlier blocks from the records of a chain's store, as a remote node does for a fork. */
import type { EarlierHistory } from '../../backend/evm/earlier.js';
import { HalleyError } from '../../kernel/errors.js';
import { type Client, type FairScheduler, runInSlices } from '../../kernel/fair_scheduler.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { earlierFees } from './fees.js';
import { findLogs } from './find_logs.js';
import type { EarlierBlock, EarlierTransaction, StoredHistory } from './stored_history.js';
import {
  blockBytes,
  blockJson,
  headerBytes,
  headerJson,
  logsOfTransaction,
  rawTransaction,
  receiptJson,
  transactionAt,
  transactionJson,
} from './views.js';

/** Names the source in errors. */
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
