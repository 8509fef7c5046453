/** What waits, by sender and nonce (evm-json-rpc.md 3.11): whole transactions, or a line for each. */
import { encodeEip55 } from '../../../codec/eip55.js';
import type { EvmTransaction } from '../../ports/evm/block.js';
import type { EvmPooled } from '../../ports/evm/pool.js';
import type { Json } from './json.js';
import { transactionView } from './transaction.js';

type Leaf = (transaction: EvmTransaction) => Json;

export const poolView = (pooled: readonly EvmPooled[], leaf: Leaf): Json => ({
  pending: bySender(pooled, 'pending', leaf),
  queued: bySender(pooled, 'queued', leaf),
});

function bySender(pooled: readonly EvmPooled[], part: 'pending' | 'queued', leaf: Leaf): Json {
  const shown = pooled.filter((of) => of[part].length > 0);
  return Object.fromEntries(shown.map((of) => [encodeEip55(of.sender), byNonce(of[part], leaf)]));
}

const byNonce = (transactions: readonly EvmTransaction[], leaf: Leaf): Json =>
  Object.fromEntries(transactions.map((transaction) => [transaction.nonce.toString(), leaf(transaction)]));

/** Of one sender, whole. */
export const senderView = ({ pending, queued }: EvmPooled): Json => ({
  pending: byNonce(pending, transactionView),
  queued: byNonce(queued, transactionView),
});

/** geth's line: `<to>: <value> wei + <gas> gas × <price> wei`. */
export function transactionLine({ to, value, gas, gasPrice, maxFeePerGas }: EvmTransaction): string {
  const target = to === undefined ? 'contract creation' : encodeEip55(to);
  return `${target}: ${value} wei + ${gas} gas × ${maxFeePerGas ?? gasPrice ?? 0n} wei`;
}
