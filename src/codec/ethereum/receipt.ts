/**
 * Encodes a receipt (EIP-658, EIP-2718) as a block's receiptsRoot commits to it, and computes the bloom of its logs.
 */
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import { encodeRlp, type RlpItem, rlpUint } from './rlp.js';

/** First topic of ERC-20's Transfer: Keccak-256 of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = fromHex('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef');
/** Address that stands for the native coin in logs (ERC-7528). */
export const NATIVE_COIN: Bytes = new Uint8Array(20).fill(0xee);

/** Log as a contract emits it (yellow paper 9.3). */
export interface EthereumLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
}

export interface ReceiptFields {
  readonly type: number;
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

export const BLOOM_BYTES = 256;
export const EMPTY_BLOOM: Bytes = new Uint8Array(BLOOM_BYTES);

interface BloomSource {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
}

function addTo(bloom: Bytes, item: Bytes): void {
  const digest = keccak256(item);
  for (let i = 0; i < 6; i += 2) {
    const bit = (((digest[i] as number) << 8) | (digest[i + 1] as number)) & 2047;
    const at = BLOOM_BYTES - 1 - (bit >> 3);
    bloom[at] = (bloom[at] as number) | (1 << (bit & 7));
  }
}

/** Returns the bloom of the logs' addresses and topics (yellow paper 4.3.1). */
export function bloomOf(logs: readonly BloomSource[]): Bytes {
  if (logs.length === 0) return EMPTY_BLOOM;
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const log of logs) {
    addTo(bloom, log.address);
    for (const topic of log.topics) addTo(bloom, topic);
  }
  return bloom;
}
