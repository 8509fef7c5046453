/** Writes a log (evm-json-rpc.md 3.6). `removed` is true when a revert has removed the log's block. */

import type { EvmLog } from '../../../backend/evm/block.js';
import { to0x } from '../../../kernel/hex.js';
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

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
