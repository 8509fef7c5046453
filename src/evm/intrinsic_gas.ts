/**
 * Computes the gas that a transaction pays before its first opcode (Yellow Paper 6.2; EIPs 2028, 2930, 3860, 7702,
 * 7623).
 */
import type { AccessListEntry, Authorization } from '../codec/ethereum/tx.js';
import type { Bytes } from '../kernel/bytes.js';
import { HARDFORK, type Hardfork, isFrom } from './hardfork.js';

export const TX_GAS = 21_000n;
const CREATION_GAS = 32_000n;
const ZERO_BYTE_GAS = 4;
const NONZERO_BYTE_GAS = 16;
const INITCODE_WORD_GAS = 2;
const ACCESS_ADDRESS_GAS = 2_400;
const ACCESS_SLOT_GAS = 1_900;
/** Charge for each authorization in the list (EIP-7702). */
export const AUTHORIZATION_GAS = 25_000;
/** Prices a token of EIP-7623. A zero byte is one token, another byte is four. */
const FLOOR_TOKEN_GAS = 10;
const TOKENS_PER_NONZERO_BYTE = 4;

export interface GasShape {
  /** `undefined` for contract creation. */
  readonly to: Bytes | undefined;
  readonly input: Bytes;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
}

function nonZeroBytes(data: Bytes): number {
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i] !== 0) count++;
  return count;
}

export interface IntrinsicGas {
  readonly intrinsic: bigint;
  /** Least that the transaction pays, whatever its execution costs. It is 0 before Prague. */
  readonly floor: bigint;
}

export function intrinsicGas(
  { to, input, accessList, authorizationList }: GasShape,
  hardfork: Hardfork = HARDFORK,
): IntrinsicGas {
  const nonZero = nonZeroBytes(input);
  const zero = input.length - nonZero;
  let extra = zero * ZERO_BYTE_GAS + nonZero * NONZERO_BYTE_GAS;
  for (const { storageKeys } of accessList ?? []) extra += ACCESS_ADDRESS_GAS + storageKeys.length * ACCESS_SLOT_GAS;
  extra += (authorizationList?.length ?? 0) * AUTHORIZATION_GAS;
  if (to === undefined) extra += Math.ceil(input.length / 32) * INITCODE_WORD_GAS;
  const base = to === undefined ? TX_GAS + CREATION_GAS : TX_GAS;
  return {
    intrinsic: base + BigInt(extra),
    floor: isFrom(hardfork, 'prague')
      ? TX_GAS + BigInt((zero + nonZero * TOKENS_PER_NONZERO_BYTE) * FLOOR_TOKEN_GAS)
      : 0n,
  };
}
