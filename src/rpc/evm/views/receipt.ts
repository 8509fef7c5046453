/** Writes a receipt (evm-json-rpc.md 3.5), the same for all methods. `cumulativeGasUsed` accumulates over the block. */

import type { EvmReceipt } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import { quantity } from '../quantity.js';
import type { JsonObject } from './json.js';
import { logViews } from './log.js';

export function receiptView(receipt: EvmReceipt): JsonObject {
  const { transaction, inclusion } = receipt;
  return {
    blockHash: to0x(inclusion.blockHash),
    blockNumber: quantity(inclusion.blockNumber),
    contractAddress: receipt.contractAddress === undefined ? null : to0x(receipt.contractAddress),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    from: to0x(transaction.from),
    gasUsed: quantity(receipt.gasUsed),
    logs: logViews(receipt.logs),
    logsBloom: to0x(receipt.logsBloom),
    status: receipt.success ? '0x1' : '0x0',
    to: transaction.to === undefined ? null : to0x(transaction.to),
    transactionHash: to0x(transaction.hash),
    transactionIndex: quantity(inclusion.transactionIndex),
    type: quantity(transaction.type),
  };
}
