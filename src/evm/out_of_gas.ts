/**
 * Why an operation that a machine calls out of gas is not paid, in geth's words: what reaches beyond any memory, and what
 * reads beyond the return data, which geth finds once the copy is paid (go-ethereum `core/vm/memory_table.go`, `gas_table.go`).
 */

export const OUT_OF_GAS = 'out of gas';
const OVERFLOW = 'gas uint64 overflow';
export const AT_THE_SENTRY = `${OUT_OF_GAS}: not enough gas for reentrancy sentry`;
const BEYOND_RETURN_DATA = 'return data out of bounds';

const SSTORE = 0x55;
const RETURNDATACOPY = 0x3e;
/** EIP-2200: with no more than a call's stipend nothing is stored, whatever it costs. */
const SSTORE_SENTRY = 2_300n;
/** Bytes of memory whose price geth still counts. */
const MAX_PRICED_BYTES = 0x1fffffffe0n;
const WORD = 32n;
/** Of memory, whose bytes are a number of 64 bits. */
const MAX_WORDS = (2n ** 64n - 1n) / WORD;
const COPY_GAS = 3n;
const LOG_GAS = 375n;
const LOG_BYTE_GAS = 8n;
const MEMORY_WORD_GAS = 3n;
const MEMORY_QUOTIENT = 512n;

/** Where an operation reaches in memory: the places on the stack of an offset and of a length, or the length itself. */
type Area = readonly [offset: number, length: number | bigint];
const CALL_AREAS: readonly Area[] = [
  [3, 4],
  [5, 6],
];
const PLAIN_CALL_AREAS: readonly Area[] = [
  [2, 3],
  [4, 5],
];
const AREAS: Readonly<Record<number, readonly Area[]>> = {
  32: [[0, 1]],
  55: [[0, 2]],
  57: [[0, 2]],
  60: [[1, 3]],
  62: [[0, 2]],
  81: [[0, 32n]],
  82: [[0, 32n]],
  83: [[0, 1n]],
  94: [
    [0, 2],
    [1, 2],
  ],
  160: [[0, 1]],
  161: [[0, 1]],
  162: [[0, 1]],
  163: [[0, 1]],
  164: [[0, 1]],
  240: [[1, 2]],
  241: CALL_AREAS,
  242: CALL_AREAS,
  243: [[0, 1]],
  244: PLAIN_CALL_AREAS,
  245: [[1, 2]],
  250: PLAIN_CALL_AREAS,
  253: [[0, 1]],
};

/** What the operation found. */
export interface Unpaid {
  readonly opcode: number | undefined;
  /** Of the stack, the top first; what is not there is 0. */
  item(place: number): bigint;
  /** Before the operation, or 0 when EthereumJS has taken all. */
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
  // EthereumJS looks at the bounds before it takes the price.
  return opcode === RETURNDATACOPY && copyGas(unpaid, reach) <= gasLeft ? BEYOND_RETURN_DATA : OUT_OF_GAS;
}

/** Bytes of memory that the operation needs; undefined where whole words of them are beyond a number of 64 bits. */
function reachOf({ opcode, item }: Unpaid): bigint | undefined {
  let reach = 0n;
  for (const [offset, length] of AREAS[opcode ?? 0] ?? []) {
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

/** What memory costs that reaches so many bytes, beyond what there is. */
function growthGas({ memoryWords }: Unpaid, reach: bigint): bigint {
  const words = wordsOf(reach);
  return words > memoryWords ? memoryGas(words) - memoryGas(memoryWords) : 0n;
}

/** Of RETURNDATACOPY. */
export const copyGas = (unpaid: Unpaid, reach = reachOf(unpaid) ?? 0n): bigint =>
  COPY_GAS + COPY_GAS * wordsOf(unpaid.item(2)) + growthGas(unpaid, reach);

/** Of LOG with so many topics. */
export const logGas = (unpaid: Unpaid, topics: number): bigint =>
  LOG_GAS * BigInt(1 + topics) + LOG_BYTE_GAS * unpaid.item(1) + growthGas(unpaid, reachOf(unpaid) ?? 0n);
