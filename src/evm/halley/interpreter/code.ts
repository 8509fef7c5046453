/**
 * Stores code that can run: its bytes, and zeros for reads past its end. After them, one bit for each byte is set when
 * the byte is a JUMPDEST. An instance that counts operations has a counter for each position after the bits.
 */
import { give, take } from './heap';

/** Size of the header, which has the length and the positions of the bits and of the counters. */
export const CODE_HEADER: u32 = 16;
/** Room for the operand of a PUSH32 in the last byte, and for the STOP after it. */
const PADDING: u32 = 48;

const JUMPDEST: u32 = 0x5b;
const PUSH1: u32 = 0x60;
const PUSH32: u32 = 0x7f;

/** Whether the instance counts operations. */
export let isCounting: bool = false;

/** Lets the instance count operations in place of reporting them. No code may be stored before. */
export function countOperations(): void {
  isCounting = true;
}

/** Number of counters of a code: operations may begin in the padding. */
@inline
function counters(length: u32): u32 {
  return length + PADDING;
}

/** Returns the position of the counters in the block. */
@inline
function beforeCounters(length: u32): u32 {
  return (CODE_HEADER + length + PADDING + (length >> 3) + 4) & ~3;
}

@inline
function blockBytes(length: u32): u32 {
  return beforeCounters(length) + (OBSERVED && isCounting ? counters(length) << 2 : 0);
}

/**
 * Allocates a block for code. The caller fills the bytes after its header and then calls `analyse`. Returns 0 when
 * there is no memory.
 */
export function takeCode(length: u32): usize {
  const code = take(blockBytes(length));
  if (code == 0) return 0;
  store<u32>(code, length);
  store<u32>(code, code + CODE_HEADER + length + PADDING, 4);
  if (OBSERVED) store<u32>(code, code + beforeCounters(length), 8);
  return code;
}

export function giveCode(code: usize): void {
  give(code, blockBytes(load<u32>(code)));
}

export function analyse(code: usize): void {
  const length = load<u32>(code);
  const bits = <usize>load<u32>(code, 4);
  const bytes = code + CODE_HEADER;
  memory.fill(bytes + length, 0, PADDING);
  memory.fill(bits, 0, (length >> 3) + 1);
  if (OBSERVED && isCounting) clearCounters(code);
  for (let i: u32 = 0; i < length; i++) {
    const op = <u32>load<u8>(bytes + i);
    if (op == JUMPDEST) {
      const at = bits + (i >> 3);
      store<u8>(at, <u32>load<u8>(at) | (<u32>1 << (i & 7)));
    } else if (op >= PUSH1 && op <= PUSH32) i += op - PUSH1 + 1;
  }
}

/** Returns the position of the counters, of 32 bits each. */
export function countersOf(code: usize): usize {
  return load<u32>(code, 8);
}

/** Sets the counters of a code to zero. */
export function clearCounters(code: usize): void {
  memory.fill(countersOf(code), 0, counters(load<u32>(code)) << 2);
}

@inline
export function count(code: usize, pc: usize): void {
  const counter = countersOf(code) + (pc << 2);
  store<u32>(counter, load<u32>(counter) + 1);
}
