/**
 * Writes the transactions of the mempool by sender and nonce (evm-json-rpc.md 3.11), each whole or in one line, as
 * pieces of JSON. Also writes the next block.
 */
import type { EvmBlock, EvmReceipt, EvmTransaction } from '../../../backend/evm/block.js';
import type { EvmPooledLists } from '../../../backend/evm/pool.js';
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import type { Json, JsonObject } from '../../../kernel/json.js';
import { blockView, headerView } from './block.js';
import { receiptView } from './receipt.js';
import { transactionView } from './transaction.js';

type Leaf = (transaction: EvmTransaction) => Json;

/** Yields the object with `pending` and `queued`, a piece for each transaction. */
export function* poolText(pooled: readonly EvmPooledLists[], leaf: Leaf): Generator<string> {
  yield '{"pending":{';
  yield* bySender(pooled, 'pending', leaf);
  yield '},"queued":{';
  yield* bySender(pooled, 'queued', leaf);
  yield '}}';
}

/** Yields the list of the executable transactions. */
export function* pendingText(pooled: readonly EvmPooledLists[], leaf: Leaf): Generator<string> {
  yield '[';
  let comma = '';
  for (const { pending } of pooled)
    for (const transaction of pending) {
      yield `${comma}${JSON.stringify(leaf(transaction))}`;
      comma = ',';
    }
  yield ']';
}

/** Yields the same object for one sender, by nonce alone. */
export function* senderText({ pending, queued }: EvmPooledLists, leaf: Leaf): Generator<string> {
  yield '{"pending":{';
  yield* byNonce(pending, leaf);
  yield '},"queued":{';
  yield* byNonce(queued, leaf);
  yield '}}';
}

/** Yields the members of one part. Senders without transactions in it are left out. */
function* bySender(pooled: readonly EvmPooledLists[], part: 'pending' | 'queued', leaf: Leaf): Generator<string> {
  let isFirst = true;
  for (const lists of pooled) {
    let isOpen = false;
    for (const piece of byNonce(lists[part], leaf)) {
      if (!isOpen) yield `${isFirst ? '' : ','}"${encodeEip55(lists.sender)}":{`;
      isOpen = true;
      yield piece;
    }
    if (!isOpen) continue;
    isFirst = false;
    yield '}';
  }
}

function* byNonce(transactions: Iterable<EvmTransaction>, leaf: Leaf): Generator<string> {
  let comma = '';
  for (const transaction of transactions) {
    yield `${comma}"${transaction.nonce}":${JSON.stringify(leaf(transaction))}`;
    comma = ',';
  }
}

/** Writes geth's line: `<to>: <value> wei + <gas> gas × <price> wei`. */
export function transactionLine({ to, value, gas, gasPrice, maxFeePerGas }: EvmTransaction): string {
  const target = to === undefined ? 'contract creation' : encodeEip55(to);
  return `${target}: ${value} wei + ${gas} gas × ${maxFeePerGas ?? gasPrice ?? 0n} wei`;
}

const UNKNOWN = { hash: null, nonce: null, miner: null };

/**
 * Writes the next block (evm-json-rpc.md 5.9) in the form of a decided one. Its hash is not known yet. As in geth, it
 * has no beneficiary and no nonce.
 */
export const pendingHeaderView = (block: EvmBlock): JsonObject => ({ ...headerView(block), ...UNKNOWN });

export function pendingBlockView(block: EvmBlock, fullTransactions: boolean): JsonObject {
  const view = { ...blockView(block, false), ...UNKNOWN };
  return fullTransactions ? { ...view, transactions: block.transactions.map(pendingTransactionView) } : view;
}

/** Writes a transaction of the next block. Its block number and index are known. */
export const pendingTransactionView = (tx: EvmTransaction): JsonObject => ({ ...transactionView(tx), blockHash: null });

export function pendingReceiptView(receipt: EvmReceipt): JsonObject {
  const { logs, ...view } = receiptView(receipt);
  return {
    ...view,
    blockHash: null,
    logs: (logs as readonly JsonObject[]).map((log) => ({ ...log, blockHash: null })),
  };
}
