/**
 * Writes the protobuf wire format as gogoproto does for CometBFT (consensus-engine.md 2.1). Scalars are written only
 * when they are not zero, and non-nullable embedded messages always. Integers up to 2^53 are never converted to a
 * bigint. Maps and groups are not supported, since none of our messages has them.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { MAX_INT64, MAX_UINT64, MIN_INT64, TWO_32, Wire } from './wire.js';

const FIRST_BUFFER_BYTES = 256;
/** Most bytes of a tag, and of a length. */
const TAG_BYTES = 5;
const LENGTH_BYTES = 5;
/** Most buffers of finished writers that are reused, and the most bytes of each. */
const MAX_SPARE_BUFFERS = 16;
const MAX_SPARE_BYTES = 65_536;
const spareBuffers: Bytes[] = [];

/**
 * Appends fields to a growing buffer. Every method returns the writer. `finish` returns the bytes and empties the
 * writer.
 */
export class ProtoWriter {
  // Declared only: a field with an initial value costs a call for each writer.
  declare private buffer: Bytes;
  declare private length: number;

  /** `expectedBytes` avoids reallocations for a large message. It need not be exact. */
  constructor(expectedBytes = 0) {
    this.buffer =
      expectedBytes > FIRST_BUFFER_BYTES
        ? new Uint8Array(expectedBytes)
        : (spareBuffers.pop() ?? new Uint8Array(FIRST_BUFFER_BYTES));
    this.length = 0;
  }

  /** Writes a uint32, a uint64 or an enum. Throws CodecError outside [0, 2^64). */
  uint(field: number, v: bigint | number): this {
    if (v < 0 || v > MAX_UINT64) throw new CodecError(`field ${field}: ${v} is not an unsigned 64-bit integer`);
    return this.scalar(field, v);
  }

  /** Writes an int32 or int64. A negative value takes ten bytes. Throws CodecError outside [-2^63, 2^63). */
  int(field: number, v: bigint | number): this {
    if (v < MIN_INT64 || v > MAX_INT64) throw new CodecError(`field ${field}: ${v} is not a signed 64-bit integer`);
    return this.scalar(field, v);
  }

  bool(field: number, v: boolean): this {
    if (!v) return this;
    this.begin(field, Wire.Varint, 1);
    this.buffer[this.length++] = 1;
    return this;
  }

  sfixed64(field: number, v: bigint): this {
    if (v === 0n) return this;
    if (v < MIN_INT64 || v > MAX_INT64) throw new CodecError(`field ${field}: ${v} is not a signed 64-bit integer`);
    this.begin(field, Wire.Fixed64, 8);
    this.fixed32(Number(BigInt.asUintN(32, v)));
    this.fixed32(Number(BigInt.asUintN(32, v >> 32n)));
    return this;
  }

  double(field: number, v: number): this {
    if (Object.is(v, 0)) return this;
    this.begin(field, Wire.Fixed64, 8);
    new DataView(this.buffer.buffer, this.buffer.byteOffset).setFloat64(this.length, v, true);
    this.length += 8;
    return this;
  }

  string(field: number, v: string): this {
    const { length } = v;
    if (length === 0) return this;
    const before = this.length;
    this.beginElement(field, length);
    const { buffer } = this;
    const start = this.length;
    for (let i = 0; i < length; i++) {
      const code = v.charCodeAt(i);
      if (code > 0x7f) {
        this.length = before;
        return this.element(field, utf8(v));
      }
      buffer[start + i] = code;
    }
    this.length = start + length;
    return this;
  }

  bytes(field: number, v: Bytes): this {
    if (v.length === 0) return this;
    this.beginElement(field, v.length);
    this.buffer.set(v, this.length);
    this.length += v.length;
    return this;
  }

  /** Writes an embedded message, even when its body is empty. */
  message(field: number, body: Bytes): this {
    return this.element(field, body);
  }

  /** Writes one element of a repeated bytes, string or message field, even when it is empty. */
  element(field: number, v: Bytes): this {
    this.beginElement(field, v.length);
    this.buffer.set(v, this.length);
    this.length += v.length;
    return this;
  }

  /** Writes what `write` appends as one element. Unlike `element`, it needs no separate array. */
  nested<T>(field: number, value: T, write: (out: ProtoWriter, value: T) => unknown): this {
    this.begin(field, Wire.Delimited, 1);
    // Most elements are short: one byte is reserved for the length, and more is inserted when needed.
    this.buffer[this.length++] = 0;
    const start = this.length;
    write(this, value);
    const size = this.length - start;
    if (size <= 0x7f) this.buffer[start - 1] = size;
    else this.lengthBefore(start, size);
    return this;
  }

  /** Appends bytes that are already encoded. */
  raw(v: Bytes): this {
    if (this.length + v.length > this.buffer.length) this.reserve(v.length);
    this.buffer.set(v, this.length);
    this.length += v.length;
    return this;
  }

  /** Returns everything written so far in a new array, and empties the writer. */
  finish(): Bytes {
    const { buffer } = this;
    const isFull = this.length === buffer.length;
    const out = isFull ? buffer : buffer.slice(0, this.length);
    if (!isFull && buffer.length <= MAX_SPARE_BYTES && spareBuffers.length < MAX_SPARE_BUFFERS)
      spareBuffers.push(buffer);
    this.buffer = EMPTY_BYTES;
    this.length = 0;
    return out;
  }

  /** Writes a varint without a tag: a length, or the two's complement of a negative number. */
  varint(v: bigint | number): this {
    if (this.length + 10 > this.buffer.length) this.reserve(10);
    if (v >= 0 && v <= 0x7f) this.buffer[this.length++] = Number(v);
    else if (typeof v === 'bigint' && (v > Number.MAX_SAFE_INTEGER || v < Number.MIN_SAFE_INTEGER))
      this.varintWords(Number(BigInt.asUintN(32, v)), Number(BigInt.asUintN(32, v >> 32n)));
    else {
      const number = Number(v);
      this.varintWords(number >>> 0, Math.floor(number / TWO_32) >>> 0);
    }
    return this;
  }

  private scalar(field: number, v: bigint | number): this {
    if (typeof v === 'number' && !Number.isSafeInteger(v))
      throw new CodecError(`field ${field}: ${v} is not an integer`);
    if (v === 0 || v === 0n) return this;
    if (v < 0 || v > 0x7f) {
      this.begin(field, Wire.Varint, 10);
      return this.varint(v);
    }
    this.begin(field, Wire.Varint, 1);
    this.buffer[this.length++] = Number(v);
    return this;
  }

  /** Writes the length of the data from `start` on, before which one byte is reserved. */
  private lengthBefore(start: number, size: number): void {
    let lengthBytes = 1;
    for (let rest = size >>> 7; rest > 0; rest >>>= 7) lengthBytes++;
    this.reserve(lengthBytes);
    this.buffer.copyWithin(start - 1 + lengthBytes, start, this.length);
    this.length = start - 1;
    this.varintWords(size, 0);
    this.length += size;
  }

  /** Writes a tag, and makes room for `more` bytes behind it. Nearly every tag is one byte. */
  private begin(field: number, wire: number, more: number): void {
    const tag = ((field << 3) | wire) >>> 0;
    if (this.length + TAG_BYTES + more > this.buffer.length) this.reserve((tag > 0x7f ? TAG_BYTES : 1) + more);
    if (tag > 0x7f) this.varintWords(tag, 0);
    else this.buffer[this.length++] = tag;
  }

  /** Writes tag and length of an element, and makes room for its bytes. */
  private beginElement(field: number, size: number): void {
    if (size > 0x7f) {
      this.begin(field, Wire.Delimited, size + (size < 0x4000 ? 2 : LENGTH_BYTES));
      this.varintWords(size, 0);
      return;
    }
    this.begin(field, Wire.Delimited, size + 1);
    this.buffer[this.length++] = size;
  }

  private varintWords(low: number, high: number): void {
    let lo = low;
    let hi = high;
    while (hi > 0) {
      this.buffer[this.length++] = (lo & 0x7f) | 0x80;
      lo = ((lo >>> 7) | (hi << 25)) >>> 0;
      hi >>>= 7;
    }
    while (lo > 0x7f) {
      this.buffer[this.length++] = (lo & 0x7f) | 0x80;
      lo >>>= 7;
    }
    this.buffer[this.length++] = lo;
  }

  private fixed32(v: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.buffer[this.length++] = (v >>> shift) & 0xff;
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(needed, this.buffer.length * 2, FIRST_BUFFER_BYTES));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }
}

/** Returns the varint of `v` alone. A negative value is encoded as its 64-bit two's complement. */
export function encodeVarint(v: bigint | number): Bytes {
  return new ProtoWriter().varint(v).finish();
}

/** Returns `body` with its length before it, as CometBFT frames sign bytes. */
export function lengthDelimited(body: Bytes): Bytes {
  return new ProtoWriter().varint(body.length).raw(body).finish();
}

/** Returns the size of a field of `length` bytes with its tag and its length. The field's number must be below 16. */
export function delimitedSize(length: number): number {
  let lengthBytes = 1;
  for (let rest = length; rest > 0x7f; rest = Math.floor(rest / 0x80)) lengthBytes++;
  return 1 + lengthBytes + length;
}
