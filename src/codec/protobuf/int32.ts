/** Reads 32-bit integers strictly: Go would drop the upper bits of a longer varint. */
import { CodecError } from '../codec_error.js';
import type { ProtoReader } from './reader.js';

const MAX_INT32 = 0x7fff_ffff;

/** Reads a uint32. Throws CodecError, which names the field, for a number out of range. */
export function readUint32(reader: ProtoReader, name: string): number {
  const value = reader.number();
  if (value >= 0 && value <= 0xffff_ffff) return value;
  throw new CodecError(`${name} is ${value}, expected 0 to 4294967295`);
}

/** Reads an int32. Throws CodecError, which names the field, for a number out of range. */
export function readInt32(reader: ProtoReader, name: string): number {
  const value = reader.number();
  if (value >= -MAX_INT32 - 1 && value <= MAX_INT32) return value;
  throw new CodecError(`${name} is ${value}, expected a signed 32-bit integer`);
}
