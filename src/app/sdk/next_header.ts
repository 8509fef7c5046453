/**
 * Reads and writes what dev transactions set of the next block's header: base fee, PREVRANDAO, fee recipient. Only the
 * dev module writes it, into its store.
 */
import { bytes, string } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../state/types.js';

const NEXT_HEADER_KEY = Uint8Array.of(3);

/** Each may be absent: then the block opens as it would by itself. */
export interface NextHeader {
  /** Wei; of the next block alone. */
  readonly baseFee?: bigint;
  /** Of the next block alone. */
  readonly prevRandao?: Bytes;
  /** Of all blocks until it is set again. */
  readonly coinbase?: Bytes;
}

/** A base fee is decimal text, because 0 is one. */
const NextHeaderRecord = message('halley.dev.v1.NextHeader', {
  baseFee: string(1),
  prevRandao: bytes(2),
  coinbase: bytes(3),
});

const NOTHING: NextHeader = {};
/** Decoded values by the identity of their bytes: the store hands out the same array until a write. */
const decoded = new WeakMap<Bytes, NextHeader>();

export function readNextHeader(state: StateReader): NextHeader {
  const value = state.get('dev', NEXT_HEADER_KEY);
  if (value === undefined) return NOTHING;
  const known = decoded.get(value);
  if (known !== undefined) return known;
  const { baseFee, prevRandao, coinbase } = NextHeaderRecord.decode(value);
  const header = {
    ...(baseFee !== '' && { baseFee: BigInt(baseFee) }),
    ...(prevRandao.length > 0 && { prevRandao }),
    ...(coinbase.length > 0 && { coinbase }),
  };
  decoded.set(value, header);
  return header;
}

/** Nothing is kept of a header that is told nothing. */
export function writeNextHeader(state: WorkingState, { baseFee, prevRandao, coinbase }: NextHeader): void {
  const value = NextHeaderRecord.encode({
    baseFee: baseFee?.toString() ?? '',
    prevRandao: prevRandao ?? EMPTY_BYTES,
    coinbase: coinbase ?? EMPTY_BYTES,
  });
  if (value.length > 0) state.set('dev', NEXT_HEADER_KEY, value);
  else state.delete('dev', NEXT_HEADER_KEY);
}
