/**
 * Matches logs against criteria, and blocks by their bloom. In a bloom each address and topic sets three of 2048 bits
 * (yellow paper 4.3.1).
 */

import type { EvmLog } from '../../../backend/evm/block.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { toHex } from '../../../kernel/hex.js';
import type { LogCriteria } from '../params/log_filter.js';

export interface LogMatcher {
  /** Equal for equal criteria. */
  readonly key: string;
  matches(log: Pick<EvmLog, 'address' | 'topics'>): boolean;
  /** Returns false when no log of a block with this bloom can match. */
  mayMatch(bloom: Bytes): boolean;
}

/** Three bits of a bloom. Bit b is in byte 255 − (b >> 3), under the mask 1 << (b & 7). */
type BloomBits = readonly [number, number, number];

function bloomBits(item: Bytes): BloomBits {
  const hash = keccak256(item);
  const bit = (at: number): number => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
  return [bit(0), bit(2), bit(4)];
}

const hasBits = (bloom: Bytes, bits: BloomBits): boolean =>
  bits.every((bit) => ((bloom[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);

const contains = (list: readonly Bytes[], item: Bytes): boolean => list.some((one) => equalBytes(one, item));

export function logMatcher({ addresses, topics }: LogCriteria): LogMatcher {
  const required = [addresses, ...topics].filter((alternatives) => alternatives.length > 0);
  let key: string | undefined;
  let blooms: readonly (readonly BloomBits[])[] | undefined;
  return {
    get key() {
      key ??= [addresses, ...topics].map((alternatives) => alternatives.map(toHex).join()).join('/');
      return key;
    },
    matches: (log) =>
      (addresses.length === 0 || contains(addresses, log.address)) &&
      topics.length <= log.topics.length &&
      topics.every((alternatives, i) => alternatives.length === 0 || contains(alternatives, log.topics[i] as Bytes)),
    mayMatch(bloom) {
      blooms ??= required.map((alternatives) => alternatives.map(bloomBits));
      return blooms.every((alternatives) => alternatives.some((bits) => hasBits(bloom, bits)));
    },
  };
}
