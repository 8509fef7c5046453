/** Allocates blocks of linear memory in powers of two, with a free list for each size. */

/** Exponent of the smallest block, 1 KiB. */
const SMALLEST: u32 = 10;
/** Exponent of the largest block, 1 GiB. No gas can pay for more memory. */
const LARGEST: u32 = 30;
/** Smallest number of pages, of 64 KiB each, by which linear memory grows. */
const PAGES: i32 = 16;

const lists: usize = memory.data(4 * 32, 16);
let end: usize = 0;

@inline
function classOf(bytes: u32): u32 {
  return bytes <= 1 << SMALLEST ? SMALLEST : 32 - clz(bytes - 1);
}

/** Returns the size of the block that an allocation of `bytes` gets, in bytes. */
@inline
export function capacityOf(bytes: u32): u32 {
  return 1 << classOf(bytes);
}

/** Allocates a block. Returns 0 when memory cannot grow. The block's contents are not cleared. */
export function take(bytes: u32): usize {
  const size = classOf(bytes);
  if (size > LARGEST) return 0;
  const list = lists + (size << 2);
  const free = load<u32>(list);
  if (free != 0) {
    store<u32>(list, load<u32>(free));
    return free;
  }
  if (end == 0) end = (__heap_base + 15) & ~15;
  const at = end;
  const next: u64 = <u64>at + (1 << size);
  const missing = <i64>((next + 0xffff) >> 16) - memory.size();
  if (missing > 0) {
    const wanted = missing > PAGES ? <i32>missing : PAGES;
    if (memory.grow(wanted) < 0 && memory.grow(<i32>missing) < 0) return 0;
  }
  end = <usize>next;
  return at;
}

export function give(at: usize, bytes: u32): void {
  if (at == 0) return;
  const list = lists + (classOf(bytes) << 2);
  store<u32>(at, load<u32>(list));
  store<u32>(list, <u32>at);
}
