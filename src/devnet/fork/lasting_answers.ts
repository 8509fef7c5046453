/**
 * Decides which responses of a node cannot change: those about blocks at or below the block of the fork. It also
 * refuses responses about another object than the request.
 */
import { HalleyError } from '../../kernel/errors.js';
import { isRecord } from '../../settings/reader.js';
import { tryQuantity } from './fork_point.js';

/** Position of the block number among the parameters of each method. */
const BY_NUMBER: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getRawTransactionByBlockNumberAndIndex: 0,
  eth_getUncleByBlockNumberAndIndex: 0,
  eth_getUncleCountByBlockNumber: 0,
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_call: 1,
  eth_feeHistory: 1,
  debug_traceBlockByNumber: 0,
  trace_block: 0,
  trace_replayBlockTransactions: 0,
};

/** Member of the response that has the block number, for methods with a hash; `undefined` where none has it. */
const BY_HASH: Readonly<Record<string, string | undefined>> = {
  eth_getBlockByHash: 'number',
  eth_getTransactionByHash: 'blockNumber',
  eth_getTransactionReceipt: 'blockNumber',
  eth_getTransactionByBlockHashAndIndex: 'blockNumber',
  eth_getBlockTransactionCountByHash: undefined,
  eth_getRawTransactionByHash: undefined,
  debug_traceTransaction: undefined,
  debug_traceBlockByHash: undefined,
  trace_transaction: undefined,
  trace_replayTransaction: undefined,
};

/** Member of the response that repeats the first parameter, by method. */
const REPEATED: Readonly<Record<string, string>> = {
  eth_getBlockByNumber: 'number',
  eth_getBlockByHash: 'hash',
  eth_getTransactionByHash: 'hash',
  eth_getTransactionReceipt: 'transactionHash',
};

/** Returns whether a response to the request may be permanent, before it is known. */
export const mayLast = (method: string, params: readonly unknown[], last: bigint): boolean =>
  method in BY_HASH || isNumbered(method, params, last) || (method === 'eth_getLogs' && hasRange(params[0], last));

/** Returns whether a response for which `mayLast` returned true is permanent. */
export function lasts(method: string, answer: unknown, last: bigint): boolean {
  if (answer === null || answer === undefined) return false;
  const member = BY_HASH[method];
  if (member === undefined) return true;
  const number = isRecord(answer) ? tryQuantity(answer[member]) : undefined;
  return number !== undefined && number <= last;
}

function isNumbered(method: string, params: readonly unknown[], last: bigint): boolean {
  const place = Object.hasOwn(BY_NUMBER, method) ? BY_NUMBER[method] : undefined;
  const number = place === undefined ? undefined : tryQuantity(params[place]);
  return number !== undefined && number <= last;
}

function hasRange(filter: unknown, last: bigint): boolean {
  if (!isRecord(filter)) return false;
  const [from, to] = [tryQuantity(filter['fromBlock']), tryQuantity(filter['toBlock'])];
  return from !== undefined && to !== undefined && to <= last;
}

/** Throws HalleyError `remote-error` for a response about another block or transaction than the requested one. */
export function mustAnswer(method: string, [asked]: readonly unknown[], answer: unknown, label: string): void {
  const member = Object.hasOwn(REPEATED, method) ? REPEATED[method] : undefined;
  const wanted = tryQuantity(asked);
  if (member === undefined || wanted === undefined || !isRecord(answer)) return;
  const given = answer[member];
  if (tryQuantity(given) === wanted) return;
  throw new HalleyError('remote-error', `${label} answered ${method} of ${asked} with the ${member} ${given}`, {
    method,
  });
}
