/**
 * Reads and writes the values that dev transactions set for the next block's header: base fee, PREVRANDAO, fee
 * recipient. Only the dev module writes this record, into its store.
 */
import { bytes, string } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../state/types.js';

const NEXT_HEADER_KEY = Uint8Array.of(3);

/** Values that are set. An absent value leaves the block's own. */
export interface NextHeader {
  /** Wei; for the next block only. */
  readonly baseFee?: bigint;
  /** Applies to the next block only. */
  readonly prevRandao?: Bytes;
  /** Applies to all blocks until it is set again. */
  readonly coinbase?: Bytes;
}

/** Encodes the record. A base fee is decimal text, because 0 is a valid one. */
const NextHeaderRecord = message('halley.dev.v1.NextHeader', {
  baseFee: string(1),
  prevRandao: bytes(2),
  coinbase: bytes(3),
});

const NOTHING: NextHeader = {};
/** Decoded values by the identity of their bytes: the store returns the same array until a write. */
const decoded = new WeakMap<Bytes, NextHeader>();

export function readNextHeader(state: StateReader): NextHeader {
  const value = state.get('dev', NEXT_HEADER_KEY);
  if (value === undefined) return NOTHING;
  const known = decoded.get(value);
  if (known !== undefined) return known;
  const { baseFee, prevRandao, coinbase } = NextHeaderRecord.decode(value);
  const header = {
    baseFee: baseFee === '' ? undefined : BigInt(baseFee),
    prevRandao: prevRandao.length > 0 ? prevRandao : undefined,
    coinbase: coinbase.length > 0 ? coinbase : undefined,
  };
  decoded.set(value, header);
  return header;
}

/** Writes the record. A header without any set value deletes it. */
export function writeNextHeader(state: WorkingState, { baseFee, prevRandao, coinbase }: NextHeader): void {
  const value = NextHeaderRecord.encode({
    baseFee: baseFee?.toString() ?? '',
    prevRandao: prevRandao ?? EMPTY_BYTES,
    coinbase: coinbase ?? EMPTY_BYTES,
  });
  if (value.length > 0) state.set('dev', NEXT_HEADER_KEY, value);
  else state.delete('dev', NEXT_HEADER_KEY);
}
