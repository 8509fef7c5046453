/**
 * Explains in geth's error texts why an operation that a machine reports as out of gas was not paid. Some operations
 * reach beyond any possible memory. Others read beyond the return data, which geth detects only after the copy is paid
 * (go-ethereum `core/vm/memory_table.go`, `gas_table.go`).
 */
import { opcodeAt, opcodeOf } from './opcodes.js';

export const OUT_OF_GAS = 'out of gas';
const OVERFLOW = 'gas uint64 overflow';
export const AT_THE_SENTRY = `${OUT_OF_GAS}: not enough gas for reentrancy sentry`;
const BEYOND_RETURN_DATA = 'return data out of bounds';

const STOP = opcodeOf('STOP');
const SSTORE = opcodeOf('SSTORE');
const RETURNDATACOPY = opcodeOf('RETURNDATACOPY');
/** Gas that SSTORE must exceed (EIP-2200). With no more than a call's stipend it fails, whatever its price is. */
const SSTORE_SENTRY = 2_300n;
/** Largest memory, in bytes, whose price geth computes. */
const MAX_PRICED_BYTES = 0x1fffffffe0n;
const WORD = 32n;
/** Most words of memory: its size in bytes is a 64-bit number. */
const MAX_WORDS = (2n ** 64n - 1n) / WORD;
const COPY_GAS = 3n;
const LOG_GAS = 375n;
const LOG_BYTE_GAS = 8n;
const MEMORY_WORD_GAS = 3n;
const MEMORY_QUOTIENT = 512n;

/** Operation and the frame's state before it. */
export interface Unpaid {
  readonly opcode: number | undefined;
  /** Returns an item of the stack, counted from the top. A missing item is 0. */
  item(place: number): bigint;
  /** Gas before the operation; 0 when EthereumJS has already consumed all of it. */
  readonly gasLeft: bigint;
  /** Words of memory before the operation. */
  readonly memoryWords: bigint;
}

export function outOfGasReason(unpaid: Unpaid): string {
  const { opcode, gasLeft } = unpaid;
  if (opcode === SSTORE && gasLeft > 0n && gasLeft <= SSTORE_SENTRY) return AT_THE_SENTRY;
  const reach = reachOf(unpaid);
  if (reach === undefined) return OVERFLOW;
  if (reach > MAX_PRICED_BYTES) return `${OUT_OF_GAS}: ${OVERFLOW}`;
  // geth pays for the copy before it checks the bounds; EthereumJS checks the bounds first.
  return opcode === RETURNDATACOPY && copyGas(unpaid, reach) <= gasLeft ? BEYOND_RETURN_DATA : OUT_OF_GAS;
}

/**
 * Returns how many bytes of memory the operation needs. Returns undefined when that many whole words exceed a 64-bit
 * number of bytes.
 */
function reachOf({ opcode, item }: Unpaid): bigint | undefined {
  let reach = 0n;
  for (const [offset, length] of opcodeAt(opcode ?? STOP)?.areas ?? []) {
    const bytes = typeof length === 'bigint' ? length : item(length);
    if (bytes === 0n) continue;
    const end = item(offset) + bytes;
    if (end > MAX_WORDS * WORD) return undefined;
    if (end > reach) reach = end;
  }
  return reach;
}

const wordsOf = (bytes: bigint): bigint => (bytes + WORD - 1n) / WORD;
const memoryGas = (words: bigint): bigint => MEMORY_WORD_GAS * words + (words * words) / MEMORY_QUOTIENT;

/** Returns the price of extending memory to `reach` bytes. */
function growthGas({ memoryWords }: Unpaid, reach: bigint): bigint {
  const words = wordsOf(reach);
  return words > memoryWords ? memoryGas(words) - memoryGas(memoryWords) : 0n;
}

/** Returns the price of RETURNDATACOPY. */
export const copyGas = (unpaid: Unpaid, reach = reachOf(unpaid) ?? 0n): bigint =>
  COPY_GAS + COPY_GAS * wordsOf(unpaid.item(2)) + growthGas(unpaid, reach);

/** Returns the price of LOG with this number of topics. */
export const logGas = (unpaid: Unpaid, topics: number): bigint =>
  LOG_GAS * BigInt(1 + topics) + LOG_BYTE_GAS * unpaid.item(1) + growthGas(unpaid, reachOf(unpaid) ?? 0n);
