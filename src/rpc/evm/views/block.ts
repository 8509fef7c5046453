/** Writes a block (evm-json-rpc.md 3.2): the header, and the members that a header does not have. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import { quantity } from '../quantity.js';
import { headerView } from './header.js';
import type { JsonObject } from './json.js';
import { transactionView } from './transaction.js';

export function blockView(block: EvmBlock, fullTransactions: boolean): JsonObject {
  const { transactions } = block;
  return Object.assign({}, headerView(block), {
    size: quantity(block.size),
    transactions: fullTransactions ? transactions.map(transactionView) : transactions.map((tx) => to0x(tx.hash)),
    uncles: [],
    withdrawals: [],
  });
}
