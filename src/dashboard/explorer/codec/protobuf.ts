/** Reads the wire format of Protocol Buffers without a schema. Groups, which are retired, are refused. */
import type { Bytes } from '../../../kernel/bytes.js';

export interface ProtoField {
  readonly number: number;
  /** Varint or fixed number, or the bytes of a text, of bytes or of a message. */
  readonly value: bigint | Bytes;
}

/** Most fields of one message that are read. */
const MAX_FIELDS = 10_000;

class Reader {
  #at = 0;

  constructor(private readonly bytes: Bytes) {}

  get done(): boolean {
    return this.#at >= this.bytes.length;
  }

  varint(): bigint | undefined {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  }

  take(length: number): Bytes | undefined {
    const end = this.#at + length;
    if (end > this.bytes.length) return undefined;
    const part = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  /** Reads the value that follows a tag; returns undefined for a cut-off or unknown one. */
  value(wireType: number): bigint | Bytes | undefined {
    if (wireType === 0) return this.varint();
    if (wireType === 1) return little(this.take(8));
    if (wireType === 5) return little(this.take(4));
    if (wireType !== 2) return undefined;
    const length = this.varint();
    return length === undefined || length > BigInt(this.bytes.length) ? undefined : this.take(Number(length));
  }
}

const little = (bytes: Bytes | undefined): bigint | undefined =>
  bytes?.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Returns the fields in their order; undefined when the bytes are no message. */
export function readFields(bytes: Bytes): readonly ProtoField[] | undefined {
  const reader = new Reader(bytes);
  const fields: ProtoField[] = [];
  while (!reader.done) {
    const tag = reader.varint();
    const number = tag === undefined ? 0 : Number(tag >> 3n);
    const value = tag === undefined ? undefined : reader.value(Number(tag & 7n));
    if (number === 0 || value === undefined || fields.length >= MAX_FIELDS) return undefined;
    fields.push({ number, value });
  }
  return fields;
}

/** Returns the values of a field that are bytes. */
export const bytesAt = (fields: readonly ProtoField[], number: number): readonly Bytes[] =>
  fields.flatMap((field) => (field.number === number && typeof field.value !== 'bigint' ? [field.value] : []));

/** Returns the number in a field; 0n when it is absent. */
export const numberAt = (fields: readonly ProtoField[], number: number): bigint =>
  fields.reduce((last, field) => (field.number === number && typeof field.value === 'bigint' ? field.value : last), 0n);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the bytes as text; undefined when they are no UTF-8. */
export function textOf(bytes: Bytes): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the text in a field; the empty text when it is absent or no UTF-8. */
export function textAt(fields: readonly ProtoField[], number: number): string {
  const last = bytesAt(fields, number).at(-1);
  return last === undefined ? '' : (textOf(last) ?? '');
}
