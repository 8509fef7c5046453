/**
 * Writes the transactions of the mempool by sender and nonce (evm-json-rpc.md 3.11), each whole or in one line, as
 * pieces of JSON.
 */

import type { EvmTransaction } from '../../../backend/evm/block.js';
import type { EvmPooledLists } from '../../../backend/evm/pool.js';
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import type { Json } from './json.js';

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

/** Omits senders without transactions in this part. */
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
