/**
 * Reads LevelDB's logs: records in blocks of 32 KB, in fragments that each have a checksum (its page on the log
 * format). LevelDB skips damaged parts and reads on. This code reports them.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { crc32c, masked } from './crc32c.js';
import { uint32At } from './fields.js';

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;

const FULL = 1;
const FIRST = 2;
const LAST = 4;

export interface LogContent {
  readonly records: readonly Bytes[];
  /**
   * `torn` when the log ends inside a record, or is damaged in its last block. A killed process leaves such an end, but
   * it may also have lost acknowledged records, which only their count shows. `damaged` when more data follows a part
   * that LevelDB would skip.
   */
  readonly state: 'whole' | 'torn' | 'damaged';
}

export function readLog(bytes: Bytes): LogContent {
  const records: Bytes[] = [];
  let fragments: Bytes[] = [];
  let state: LogContent['state'] = 'whole';
  for (let block = 0; block < bytes.length; block += BLOCK_BYTES) {
    const end = Math.min(block + BLOCK_BYTES, bytes.length);
    const isLast = end === bytes.length;
    let at = block;
    while (at + HEADER_BYTES <= end) {
      const fragment = fragmentAt(bytes, at, end);
      if (fragment === undefined || (fragment.type === FULL || fragment.type === FIRST) !== (fragments.length === 0)) {
        if (!isLast) return { records, state: 'damaged' };
        state = 'torn';
        break;
      }
      fragments.push(fragment.payload);
      if (fragment.type === FULL || fragment.type === LAST) {
        records.push(joined(fragments));
        fragments = [];
      }
      at += HEADER_BYTES + fragment.payload.length;
    }
    // Space that is too short for a header is filled with zeros. At the end of the file it is the beginning of a
    // header.
    if (isLast && at < end && end - block < BLOCK_BYTES) state = 'torn';
  }
  return { records, state: fragments.length > 0 ? 'torn' : state };
}

function fragmentAt(
  bytes: Bytes,
  at: number,
  end: number,
): { readonly type: number; readonly payload: Bytes } | undefined {
  const length = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8);
  const type = bytes[at + 6] as number;
  const from = at + HEADER_BYTES;
  if (from + length > end || type < FULL || type > LAST) return undefined;
  if (masked(crc32c(bytes, at + 6, from + length)) !== uint32At(bytes, at)) return undefined;
  return { type, payload: bytes.subarray(from, from + length) };
}

function joined(fragments: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(fragments.reduce((length, fragment) => length + fragment.length, 0));
  let at = 0;
  for (const fragment of fragments) {
    whole.set(fragment, at);
    at += fragment.length;
  }
  return whole;
}
