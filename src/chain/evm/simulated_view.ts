/** Shows a block that was only simulated in the form of a decided one. */

import type { EvmInclusion, EvmReceipt } from '../../backend/evm/block.js';
import type { EvmSimulatedBlock, EvmSimulatedCall } from '../../backend/evm/execution.js';
import type { EthereumHeaderFacts } from '../../codec/ethereum/header.js';
import { bloomOf, type EthereumLog } from '../../codec/ethereum/receipt.js';
import { createAddress } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { undecidedView } from './block_view.js';
import { evmTransaction, logsOf } from './receipts.js';

/** Facts that the application reports about a simulated block. */
export interface SimulatedFacts extends EthereumHeaderFacts {
  readonly hash: Bytes;
  readonly calls: readonly {
    readonly from: Bytes;
    readonly raw: Bytes;
    readonly hash: Bytes;
    readonly outcome: EvmSimulatedCall['outcome'];
    readonly maxUsedGas: bigint;
    readonly effectiveGasPrice: bigint;
    readonly logs: readonly EthereumLog[];
    readonly reportedLogs: readonly EthereumLog[];
  }[];
}

export function simulatedView(facts: SimulatedFacts): EvmSimulatedBlock {
  const { number, hash, timestamp, baseFeePerGas, miner, gasLimit, stateRoot, mixHash } = facts;
  const receipts: EvmReceipt[] = [];
  const calls: EvmSimulatedCall[] = [];
  const indexes = { logged: 0, reportedLogs: 0 };
  let cumulativeGasUsed = 0n;
  for (const [transactionIndex, call] of facts.calls.entries()) {
    const { outcome, from, maxUsedGas, effectiveGasPrice } = call;
    const inclusion: EvmInclusion = {
      blockHash: hash,
      blockNumber: number,
      transactionIndex,
      baseFeePerGas,
      timestamp,
    };
    const transaction = evmTransaction(call.raw, from, call.hash, inclusion);
    const logs = logsOf(call.logs, indexes.logged, call.hash, inclusion);
    const reportedLogs = logsOf(call.reportedLogs, indexes.reportedLogs, call.hash, inclusion);
    indexes.logged += logs.length;
    indexes.reportedLogs += reportedLogs.length;
    cumulativeGasUsed += outcome.gasUsed;
    calls.push({ outcome, maxUsedGas, logs: reportedLogs });
    receipts.push({
      transaction,
      inclusion,
      success: outcome.type === 'success',
      vmError: outcome.type === 'success' ? '' : outcome.type === 'revert' ? 'execution reverted' : outcome.reason,
      returnData:
        outcome.type === 'halt' ? new Uint8Array() : outcome.type === 'revert' ? outcome.data : outcome.returnData,
      gasUsed: outcome.gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice,
      contractAddress: transaction.to === undefined ? createAddress(from, transaction.nonce) : undefined,
      logs,
      logsBloom: bloomOf(logs),
    });
  }
  const { era = 'prague', parentHash, gasUsed } = facts;
  const record = { stateRoot, baseFeePerGas, gasLimit, miner };
  return {
    block: undecidedView({ era, number, hash, parentHash, timestamp, gasUsed, mixHash, record }, receipts),
    calls,
  };
}
