/** Writes a receipt (evm-json-rpc.md 3.5), the same for all methods. `cumulativeGasUsed` accumulates over the block. */
import type { EvmLog, EvmReceipt } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json, JsonObject } from '../../../kernel/json.js';
import { quantity } from '../quantity.js';

/** Writes a log (evm-json-rpc.md 3.6). `removed` is true when a revert has removed the log's block. */
export const logView = (log: EvmLog): Json => spelled(log, to0x(log.transactionHash), to0x(log.blockHash));

/**
 * Writes logs in order. Logs of one transaction are adjacent and share two hashes, which are half of the work, so each
 * hash is encoded once.
 */
export function logViews(logs: readonly EvmLog[]): Json[] {
  let last: EvmLog | undefined;
  let transactionHash = '';
  let blockHash = '';
  return logs.map((log) => {
    if (log.transactionHash !== last?.transactionHash) transactionHash = to0x(log.transactionHash);
    if (log.blockHash !== last?.blockHash) blockHash = to0x(log.blockHash);
    last = log;
    return spelled(log, transactionHash, blockHash);
  });
}

function spelled(log: EvmLog, transactionHash: string, blockHash: string): Json {
  return {
    address: to0x(log.address),
    topics: log.topics.map(to0x),
    data: to0x(log.data),
    blockNumber: quantity(log.blockNumber),
    transactionHash,
    transactionIndex: quantity(log.transactionIndex),
    blockHash,
    blockTimestamp: quantity(log.blockTimestamp),
    logIndex: quantity(log.logIndex),
    removed: log.removed ?? false,
  };
}

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
