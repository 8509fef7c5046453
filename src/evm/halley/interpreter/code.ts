/**
 * Stores code that can run: its bytes, and zeros for reads past its end. After them, one bit for each byte is set when
 * the byte is a JUMPDEST.
 */
import { give, take } from './heap';

/** Size of the header, which has the length and the position of the bits. */
export const CODE_HEADER: u32 = 16;
/** Room for the operand of a PUSH32 in the last byte, and for the STOP after it. */
const PADDING: u32 = 48;

const JUMPDEST: u32 = 0x5b;
const PUSH1: u32 = 0x60;
const PUSH32: u32 = 0x7f;

@inline
function blockBytes(length: u32): u32 {
  return CODE_HEADER + length + PADDING + (length >> 3) + 1;
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
  for (let i: u32 = 0; i < length; i++) {
    const op = <u32>load<u8>(bytes + i);
    if (op == JUMPDEST) {
      const at = bits + (i >> 3);
      store<u8>(at, <u32>load<u8>(at) | (<u32>1 << (i & 7)));
    } else if (op >= PUSH1 && op <= PUSH32) i += op - PUSH1 + 1;
  }
}
