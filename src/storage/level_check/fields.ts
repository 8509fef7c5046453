/** Reads LevelDB's fields from bytes (util/coding.h). Throws FormatError when they end too early. */
import type { Bytes } from '../../kernel/bytes.js';

/** Reports bytes that are not in LevelDB's format. */
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

  /** Reads a number up to 2^53: a length, an offset or the number of a file. */
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

  /** Reads bytes that are preceded by their length. */
  slice(): Bytes {
    return this.bytes(this.varint());
  }
}

export const uint32At = (bytes: Bytes, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
