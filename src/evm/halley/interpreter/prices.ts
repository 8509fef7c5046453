/**
 * Lists the constant price and the stack items of each operation. The loop of the plain build has these figures in its
 * cases. The observed build looks them up here first, because it reports an operation before it acts.
 */

/** Marks an operation whose price depends on its operands. */
export const DYNAMIC: u32 = 0xffff;
/** Marks an operation that no fork defines. */
export const UNDEFINED: u32 = 0xfffe;

const prices: usize = memory.data(256 * 2, 16);
/** Counts the items that an operation takes. `pushes` counts how many more it leaves than it takes (0 or 1). */
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

function define(from: u32, to: u32, price: u32, need: u32, isPush: u32): void {
  for (let op = from; op <= to; op++) {
    store<u16>(prices + (op << 1), price);
    store<u8>(needs + op, need);
    store<u8>(pushes + op, isPush);
  }
}

/** Fills the tables for a fork: Shanghai (0), Cancun, Prague or Osaka (3). */
export function definePrices(fork: u32): void {
  define(0, 255, UNDEFINED, 0, 0);
  define(0x00, 0x00, 0, 0, 0);
  define(0x01, 0x01, 3, 2, 0);
  define(0x02, 0x02, 5, 2, 0);
  define(0x03, 0x03, 3, 2, 0);
  define(0x04, 0x07, 5, 2, 0);
  define(0x08, 0x09, 8, 3, 0);
  define(0x0a, 0x0a, DYNAMIC, 2, 0);
  define(0x0b, 0x0b, 5, 2, 0);
  define(0x10, 0x14, 3, 2, 0);
  define(0x15, 0x15, 3, 1, 0);
  define(0x16, 0x18, 3, 2, 0);
  define(0x19, 0x19, 3, 1, 0);
  define(0x1a, 0x1d, 3, 2, 0);
  if (fork >= 3) define(0x1e, 0x1e, 5, 1, 0);
  define(0x20, 0x20, DYNAMIC, 2, 0);
  define(0x30, 0x30, 2, 0, 1);
  define(0x31, 0x31, DYNAMIC, 1, 0);
  define(0x32, 0x34, 2, 0, 1);
  define(0x35, 0x35, 3, 1, 0);
  define(0x36, 0x36, 2, 0, 1);
  define(0x37, 0x37, DYNAMIC, 3, 0);
  define(0x38, 0x38, 2, 0, 1);
  define(0x39, 0x39, DYNAMIC, 3, 0);
  define(0x3a, 0x3a, 2, 0, 1);
  define(0x3b, 0x3b, DYNAMIC, 1, 0);
  define(0x3c, 0x3c, DYNAMIC, 4, 0);
  define(0x3d, 0x3d, 2, 0, 1);
  define(0x3e, 0x3e, DYNAMIC, 3, 0);
  define(0x3f, 0x3f, DYNAMIC, 1, 0);
  define(0x40, 0x40, DYNAMIC, 1, 0);
  define(0x41, 0x46, 2, 0, 1);
  define(0x47, 0x47, DYNAMIC, 0, 1);
  define(0x48, 0x48, 2, 0, 1);
  if (fork >= 1) {
    define(0x49, 0x49, 3, 1, 0);
    define(0x4a, 0x4a, 2, 0, 1);
    define(0x5c, 0x5c, 100, 1, 0);
    define(0x5d, 0x5d, 100, 2, 0);
    define(0x5e, 0x5e, DYNAMIC, 3, 0);
  }
  define(0x50, 0x50, 2, 1, 0);
  define(0x51, 0x51, DYNAMIC, 1, 0);
  define(0x52, 0x53, DYNAMIC, 2, 0);
  define(0x54, 0x54, DYNAMIC, 1, 0);
  define(0x55, 0x55, DYNAMIC, 2, 0);
  define(0x56, 0x56, 8, 1, 0);
  define(0x57, 0x57, 10, 2, 0);
  define(0x58, 0x5a, 2, 0, 1);
  define(0x5b, 0x5b, 1, 0, 0);
  define(0x5f, 0x5f, 2, 0, 1);
  define(0x60, 0x7f, 3, 0, 1);
  for (let n: u32 = 1; n <= 16; n++) {
    define(0x7f + n, 0x7f + n, 3, n, 1);
    define(0x8f + n, 0x8f + n, 3, n + 1, 0);
  }
  for (let n: u32 = 0; n <= 4; n++) define(0xa0 + n, 0xa0 + n, DYNAMIC, n + 2, 0);
  define(0xf0, 0xf0, DYNAMIC, 3, 0);
  define(0xf1, 0xf2, DYNAMIC, 7, 0);
  define(0xf3, 0xf3, DYNAMIC, 2, 0);
  define(0xf4, 0xf4, DYNAMIC, 6, 0);
  define(0xf5, 0xf5, DYNAMIC, 4, 0);
  define(0xfa, 0xfa, DYNAMIC, 6, 0);
  define(0xfd, 0xfd, DYNAMIC, 2, 0);
  define(0xff, 0xff, DYNAMIC, 1, 0);
}
