/**
 * Defines the constant price and the stack items of each operation. The loop of the plain build has these figures in its
 * cases. The observed build looks them up here first, because it reports an operation before it acts.
 */

/** Entry of an operation whose price depends on its operands. */
export const DYNAMIC: u32 = 0xffff;
/** Entry of an operation that no fork defines. */
export const UNDEFINED: u32 = 0xfffe;

const prices: usize = memory.data(256 * 2, 16);
/** Number of items that an operation takes. `pushes` counts how many more it leaves than it takes (0 or 1). */
const needs: usize = memory.data(256, 16);
const pushes: usize = memory.data(256, 16);

@inline
export function priceOf(op: u32): u32 {
  return load<u16>(prices + (op << 1));
}

@inline
export function needOf(op: u32): u32 {
  return load<u8>(needs + op);
}

@inline
export function pushesOf(op: u32): u32 {
  return load<u8>(pushes + op);
}

/**
 * Sets the figures of consecutive operations. The table of opcodes states them (`opcodes.generated.ts`).
 */
export function define(from: u32, to: u32, price: u32, need: u32, isPush: u32): void {
  for (let op = from; op <= to; op++) {
    store<u16>(prices + (op << 1), price);
    store<u8>(needs + op, need);
    store<u8>(pushes + op, isPush);
  }
}
