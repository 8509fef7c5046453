/** Encodes a receipt (EIP-658, EIP-2718) as a block's receiptsRoot commits to it. */
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { EthereumLog } from './log.js';
import { encodeRlp, type RlpItem, rlpUint } from './rlp.js';
import type { EthereumTxType } from './tx.js';

export interface ReceiptFields {
  readonly type: EthereumTxType;
  readonly success: boolean;
  readonly cumulativeGasUsed: bigint;
  readonly logsBloom: Bytes;
  readonly logs: readonly EthereumLog[];
}

export function encodeEthereumReceipt({ type, success, cumulativeGasUsed, logsBloom, logs }: ReceiptFields): Bytes {
  const items: RlpItem = logs.map(({ address, topics, data }): RlpItem => [address, topics, data]);
  const status = success ? Uint8Array.of(1) : EMPTY_BYTES;
  const body = encodeRlp([status, rlpUint(cumulativeGasUsed), logsBloom, items]);
  return type === 0 ? body : concatBytes(Uint8Array.of(type), body);
}
