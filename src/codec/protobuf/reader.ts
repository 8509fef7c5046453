/**
 * Reads the protobuf wire format strictly (consensus-engine.md 2.1). Integers up to 2^53 become a bigint only when the
 * caller asks for one. Groups are not supported.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { MAX_FIELD, MAX_INT64, TWO_32, Wire } from './wire.js';

const NOTHING_PENDING = -1;

/**
 * Reads the fields of one message: call `next`, then exactly one method that reads. Throws CodecError for truncated
 * input, a wrong wire type, a varint above 64 bits, groups, and text that is not UTF-8. `bytes` returns views of the
 * input, not copies.
 */
export class ProtoReader {
  private readonly input: Bytes;
  private at = 0;
  private field = 0;
  private pending = NOTHING_PENDING;
  /** Lower 32 bits of the last varint; `high` holds the upper ones. */
  private low = 0;
  private high = 0;

  constructor(bytes: Bytes) {
    // Views of a subclass, such as Node's Buffer, would have the subclass's type.
    this.input =
      bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get done(): boolean {
    return this.at >= this.input.length;
  }

  next(): { readonly field: number; readonly wire: number } {
    invariant(this.pending === NOTHING_PENDING, `field ${this.field} was neither read nor skipped`);
    this.varint();
    const field = this.low >>> 3;
    const wire = this.low & 7;
    if (this.high !== 0 || field === 0 || field > MAX_FIELD) throw new CodecError('field number is out of range');
    this.field = field;
    this.pending = wire;
    return { field, wire };
  }

  uint(): bigint {
    this.expect(Wire.Varint);
    this.varint();
    return this.high < 0x20_0000
      ? BigInt(this.high * TWO_32 + this.low)
      : (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  int(): bigint {
    const value = this.uint();
    return value <= MAX_INT64 ? value : value - (1n << 64n);
  }

  /** Reads a signed or unsigned integer, which must be within 2^53 of zero. */
  number(): number {
    this.expect(Wire.Varint);
    this.varint();
    const value = (this.high | 0) * TWO_32 + this.low;
    if (!Number.isSafeInteger(value)) throw this.error(`${value} is too large`);
    return value;
  }

  /** Reads packed numbers, or a single element of an unpacked field. */
  repeatedNumbers(): readonly number[] {
    return this.varints((reader) => reader.number());
  }

  repeatedUints(): readonly bigint[] {
    return this.varints((reader) => reader.uint());
  }

  private varints<T>(read: (reader: ProtoReader) => T): readonly T[] {
    if (this.pending === Wire.Varint) return [read(this)];
    const packed = new ProtoReader(this.bytes());
    const values: T[] = [];
    while (!packed.done) {
      packed.pending = Wire.Varint;
      values.push(read(packed));
    }
    return values;
  }

  bool(): boolean {
    this.expect(Wire.Varint);
    this.varint();
    return this.low !== 0 || this.high !== 0;
  }

  sfixed64(): bigint {
    this.expect(Wire.Fixed64);
    const at = this.advance(8);
    return new DataView(this.input.buffer, this.input.byteOffset).getBigInt64(at, true);
  }

  double(): number {
    this.expect(Wire.Fixed64);
    const at = this.advance(8);
    return new DataView(this.input.buffer, this.input.byteOffset).getFloat64(at, true);
  }

  bytes(): Bytes {
    this.expect(Wire.Delimited);
    this.varint();
    const length = this.high * TWO_32 + this.low;
    if (length === 0) return EMPTY_BYTES;
    const at = this.advance(length);
    return this.input.subarray(at, this.at);
  }

  string(): string {
    const { field } = this;
    const text = tryFromUtf8(this.bytes());
    if (text === undefined) throw new CodecError(`field ${field}: text is not UTF-8`);
    return text;
  }

  skip(): void {
    const wire = this.pending;
    if (wire === Wire.Varint) this.uint();
    else if (wire === Wire.Delimited) this.bytes();
    else if (wire === Wire.Fixed64 || wire === Wire.Fixed32) {
      this.expect(wire);
      this.advance(wire === Wire.Fixed64 ? 8 : 4);
    } else throw this.error(`wire type ${wire} is not supported`);
  }

  /** Returns the error for the field that `next` has returned, for decoders that know all fields of their message. */
  unknown(message: string): CodecError {
    return new CodecError(`${message} has no field ${this.field}`);
  }

  private expect(wire: number): void {
    if (this.pending !== wire) throw this.error(`wire type is ${this.pending}, expected ${wire}`);
    this.pending = NOTHING_PENDING;
  }

  private advance(count: number): number {
    const at = this.at;
    if (count > this.input.length - at)
      throw this.error(`needs ${count} more bytes, but only ${this.input.length - at} are left`);
    this.at = at + count;
    return at;
  }

  private varint(): void {
    const { input } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.at >= input.length) throw this.error('input ends inside a varint');
      const byte = input[this.at++] as number;
      if (shift === 63 && byte > 1) throw this.error('varint has more than 64 bits');
      const bits = byte & 0x7f;
      if (shift <= 28) low |= bits << shift;
      if (shift === 28) high = bits >>> 4;
      else if (shift > 28) high |= bits << (shift - 32);
      if (byte < 0x80) break;
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
  }

  private error(problem: string): CodecError {
    return new CodecError(`field ${this.field}: ${problem}`);
  }
}
