/** The 2048-bit filter over a block's log addresses and topics (Yellow Paper 4.3.1). */
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';

export const BLOOM_BYTES = 256;
/** Each entry sets three bits, named by the low 11 bits of three pairs of its hash's bytes. */
const PAIRS = [0, 2, 4];

export function bloomOf(logs: Iterable<EthereumLog>): Bytes {
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const { address, topics } of logs) for (const entry of [address, ...topics]) add(bloom, keccak256(entry));
  return bloom;
}

function add(bloom: Bytes, digest: Bytes): void {
  for (const at of PAIRS) {
    const bit = (((digest[at] as number) << 8) | (digest[at + 1] as number)) & 2047;
    const index = BLOOM_BYTES - 1 - (bit >> 3);
    bloom[index] = (bloom[index] as number) | (1 << (bit & 7));
  }
}
