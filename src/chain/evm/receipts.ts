/**
 * Builds receipts and logs of a block's Ethereum transactions, from the results that the application returned. Every
 * transaction whose result has the `ethereum_tx` event is one; EVM clients do not see the others.
 */
import type { ExecTxResult } from '../../abci/application.js';
import type { EvmInclusion, EvmLog, EvmReceipt, EvmTransaction } from '../../backend/evm/block.js';
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos/tx.js';
import { bloomOf, EMPTY_BLOOM, type EthereumLog, encodeEthereumReceipt } from '../../codec/ethereum/receipt.js';
import { createAddress, type DecodedEthereumTx, decodeEthereumTx } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ethereumHashOf } from '../ethereum_hash.js';

export interface BlockFacts {
  readonly blockHash: Bytes;
  readonly blockNumber: bigint;
  readonly timestamp: bigint;
  readonly baseFeePerGas: bigint;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns the wei that the sender pays for one unit of gas (EIP-1559). */
export function effectiveGasPrice(tx: DecodedEthereumTx, baseFeePerGas: bigint): bigint {
  if (tx.gasPrice !== undefined) return tx.gasPrice;
  return min((tx.maxPriorityFeePerGas ?? 0n) + baseFeePerGas, tx.maxFeePerGas ?? 0n);
}

/** Describes a signed transaction with its sender; `inclusion` is undefined while it is pending. */
export function evmTransaction(raw: Bytes, from: Bytes, hash: Bytes, inclusion?: EvmInclusion): EvmTransaction {
  return { hash, from, raw, inclusion, ...decodeEthereumTx(raw) };
}

type LogPlace = Pick<EvmInclusion, 'blockHash' | 'blockNumber' | 'timestamp' | 'transactionIndex'>;

/** Adds the block to logs, whose indexes begin with `first`. */
export function logsOf(logs: readonly EthereumLog[], first: number, hash: Bytes, inclusion: LogPlace): EvmLog[] {
  return logs.map(({ address, topics, data }, i) => ({
    address,
    topics,
    data,
    blockNumber: inclusion.blockNumber,
    blockHash: inclusion.blockHash,
    blockTimestamp: inclusion.timestamp,
    transactionHash: hash,
    transactionIndex: inclusion.transactionIndex,
    logIndex: first + i,
  }));
}

/** Builds the receipts in block order, with running gas and log indexes. */
export function receiptsOf(executed: readonly ExecutedTx[], context: BlockFacts): readonly EvmReceipt[] {
  const receipts: EvmReceipt[] = [];
  let cumulativeGasUsed = 0n;
  let logIndex = 0;
  for (const { hash, from, raw, ethereum, outcome } of executed) {
    const inclusion: EvmInclusion = { transactionIndex: receipts.length, ...context };
    const transaction = { hash, from, raw, inclusion, ...ethereum };
    const logs = logsOf(outcome.logs, logIndex, hash, inclusion);
    cumulativeGasUsed += outcome.gasUsed;
    logIndex += logs.length;
    receipts.push({
      transaction,
      inclusion,
      success: outcome.vmError === '',
      vmError: outcome.vmError,
      returnData: outcome.ret,
      gasUsed: outcome.gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: effectiveGasPrice(ethereum, context.baseFeePerGas),
      contractAddress: ethereum.to === undefined ? createAddress(from, ethereum.nonce) : undefined,
      logs,
      logsBloom: logs.length === 0 ? EMPTY_BLOOM : bloomOf(logs),
    });
  }
  return receipts;
}

/** Returns the logs of a block in order, from its results, which also hold the block's hash and time. */
export function logsOfResults(results: readonly ExecTxResult[], blockNumber: bigint): readonly EvmLog[] {
  const logs: EvmLog[] = [];
  let transactionIndex = 0;
  for (const result of results) {
    const hash = ethereumHashOf(result);
    if (hash === undefined) continue;
    const { logs: own, blockHash, blockTimestamp: timestamp } = decodeMsgEthereumTxResult(result.data);
    logs.push(
      ...logsOf(own, logs.length, hash, { blockHash, blockNumber, timestamp, transactionIndex: transactionIndex++ }),
    );
  }
  return logs;
}

/** Encodes the receipt for receiptsRoot. */
export const encodeReceipt = (receipt: EvmReceipt): Bytes =>
  encodeEthereumReceipt({ type: receipt.transaction.type, ...receipt });
