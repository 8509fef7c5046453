/** Computes the 2048-bit log bloom of Ethereum's yellow paper, section 4.3.1. */
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';

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

/** Returns the bloom of the logs' addresses and topics. */
export function bloomOf(logs: readonly BloomSource[]): Bytes {
  if (logs.length === 0) return EMPTY_BLOOM;
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const log of logs) {
    addTo(bloom, log.address);
    for (const topic of log.topics) addTo(bloom, topic);
  }
  return bloom;
}
