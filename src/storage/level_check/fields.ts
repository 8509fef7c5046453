/** Reads LevelDB's fields from bytes (util/coding.h). Throws FormatError where they end too early. */
import type { Bytes } from '../../kernel/bytes.js';

/** The bytes are not what LevelDB writes. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

export class FieldReader {
  #at: number;

  constructor(
    private readonly source: Bytes,
    from = 0,
    private readonly end = source.length,
  ) {
    this.#at = from;
  }

  get done(): boolean {
    return this.#at >= this.end;
  }

  /** Up to 2^53: lengths, offsets, numbers of files. */
  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.bytes(1)[0] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new FormatError('a number is too long');
  }

  bytes(length: number): Bytes {
    const from = this.#at;
    if (!(from + length <= this.end)) throw new FormatError('it ends too early');
    this.#at = from + length;
    return this.source.subarray(from, this.#at);
  }

  /** Its length stands before it. */
  slice(): Bytes {
    return this.bytes(this.varint());
  }
}

export const uint32At = (bytes: Bytes, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
