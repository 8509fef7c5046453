/**
 * Writes the next block (evm-json-rpc.md 5.9) in the form of a decided one. Its hash is not known yet. As in geth, it
 * has no beneficiary and no nonce.
 */
import type { EvmBlock, EvmReceipt, EvmTransaction } from '../../../backend/evm/block.js';
import { blockView } from './block.js';
import { headerView } from './header.js';
import type { JsonObject } from './json.js';
import { receiptView } from './receipt.js';
import { transactionView } from './transaction.js';

const UNKNOWN = { hash: null, nonce: null, miner: null };

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
