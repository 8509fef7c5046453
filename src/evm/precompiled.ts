/**
 * Contracts that every EVM of this fork has without code (Osaka: EIPs 152, 196, 197, 198, 2537, 4844, 7951), by the names
 * that EIP-7910 gives them. The chain's own are elsewhere.
 */
import { type Bytes, bigintToBytes } from '../kernel/bytes.js';

const ADDRESS_BYTES = 20;

const NUMBERS = {
  ECREC: 0x01n,
  SHA256: 0x02n,
  RIPEMD160: 0x03n,
  ID: 0x04n,
  MODEXP: 0x05n,
  BN254_ADD: 0x06n,
  BN254_MUL: 0x07n,
  BN254_PAIRING: 0x08n,
  BLAKE2F: 0x09n,
  KZG_POINT_EVALUATION: 0x0an,
  BLS12_G1ADD: 0x0bn,
  BLS12_G1MSM: 0x0cn,
  BLS12_G2ADD: 0x0dn,
  BLS12_G2MSM: 0x0en,
  BLS12_PAIRING_CHECK: 0x0fn,
  BLS12_MAP_FP_TO_G1: 0x10n,
  BLS12_MAP_FP2_TO_G2: 0x11n,
  P256VERIFY: 0x100n,
} as const;

export const PRECOMPILED: ReadonlyMap<string, Bytes> = new Map(
  Object.entries(NUMBERS).map(([name, number]) => [name, bigintToBytes(number, ADDRESS_BYTES)]),
);

/** The lower two bytes of their addresses; the others are zero. */
const LOW_BYTES: ReadonlySet<number> = new Set(Object.values(NUMBERS).map(Number));

export function isPrecompile(address: Bytes): boolean {
  for (let i = 0; i < ADDRESS_BYTES - 2; i++) if (address[i] !== 0) return false;
  return LOW_BYTES.has(((address[ADDRESS_BYTES - 2] ?? 0) << 8) | (address[ADDRESS_BYTES - 1] ?? 0));
}
