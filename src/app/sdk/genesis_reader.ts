import { tryFromBase64 } from '../../codec/base64.js';
import { CodecError } from '../../codec/codec_error.js';
import { type KnownMessages, messageFromJson } from '../../codec/protobuf/json.js';
import type { Message } from '../../codec/protobuf/message.js';
import { type Bytes, bytesToBigint } from '../../kernel/bytes.js';
import { DocumentValue } from '../../kernel/document_value.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import { NANOS_PER_SECOND, parseTime, type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { parseAddress } from '../types/address.js';
import { DECIMAL_ONE, tryParseDecimal } from '../types/coins.js';

/** Most characters of a bad value that an error repeats. */
const MAX_SHOWN = 80;
/** Decimal digits of the highest number below 2^256. */
const UINT256_DIGITS = 78;
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const DURATION = /^(\d{1,12})(?:\.(\d{1,9}))?s$/;

/** A value inside `app_state`, whose errors name the path, the value and what was expected. */
export class GenesisReader extends DocumentValue {
  protected override inner(value: unknown, key: string | number): this {
    return new GenesisReader(value, key, this) as this;
  }

  get isText(): boolean {
    return typeof this.value === 'string';
  }

  boolean(fallback: boolean): boolean {
    if (!this.present) return fallback;
    if (typeof this.value !== 'boolean') throw this.bad('true or false');
    return this.value;
  }

  /** Reads a whole number in decimal text with at most `maxDigits`, or a JSON number below 2^53. */
  uint(fallback?: bigint, maxDigits = UINT256_DIGITS): bigint {
    if (!this.present && fallback !== undefined) return fallback;
    if (typeof this.value === 'number' && Number.isSafeInteger(this.value) && this.value >= 0)
      return BigInt(this.value);
    if (typeof this.value === 'string' && /^\d+$/.test(this.value) && this.value.length <= maxDigits)
      return BigInt(this.value);
    throw this.bad('a whole number in decimal text, such as "1000"');
  }

  /** Reads a whole number below 2^63. */
  int64(fallback?: bigint): bigint {
    const value = this.uint(fallback);
    if (value > MAX_INT64) throw this.bad('a whole number below 2^63');
    return value;
  }

  /** Reads a whole number below 2^64. */
  uint64(fallback?: bigint): bigint {
    const value = this.uint(fallback);
    if (value > MAX_UINT64) throw this.bad('a number below 2^64');
    return value;
  }

  /** Reads a decimal with at most 18 fractional digits, as units of 10^-18. */
  decimal(fallback?: bigint): bigint {
    if (!this.present && fallback !== undefined) return fallback;
    const text = typeof this.value === 'number' ? String(this.value) : this.value;
    const parsed = typeof text === 'string' ? tryParseDecimal(text) : undefined;
    if (parsed === undefined) throw this.bad('a decimal with at most 18 fractional digits, such as "0.5"');
    return parsed;
  }

  /** Reads a decimal from 0 to 1. */
  share(fallback: bigint): bigint {
    const value = this.decimal(fallback);
    if (value > DECIMAL_ONE) throw this.bad('a decimal from 0 to 1');
    return value;
  }

  /** Reads 0x hex, of exactly `length` bytes when that is given. */
  bytes(length?: number): Bytes {
    const bytes =
      typeof this.value === 'string' && this.value.startsWith('0x') ? tryFromHex(this.value.slice(2)) : undefined;
    if (bytes === undefined || (length !== undefined && bytes.length !== length))
      throw this.bad(`0x and hex digits${length === undefined ? '' : ` of ${length} bytes`}`);
    return bytes;
  }

  /** Reads base64, of exactly `length` bytes when that is given. */
  base64(length?: number): Bytes {
    const bytes = typeof this.value === 'string' ? tryFromBase64(this.value) : undefined;
    if (bytes === undefined || (length !== undefined && bytes.length !== length))
      throw this.bad(length === undefined ? 'base64' : `base64 of ${length} bytes`);
    return bytes;
  }

  /**
   * Reads a duration in nanoseconds. Its text is seconds with at most 9 fractional digits and an `s`, as in protobuf's
   * JSON.
   */
  duration(fallback: bigint): bigint {
    if (!this.present) return fallback;
    const match = typeof this.value === 'string' ? DURATION.exec(this.value) : null;
    const nanos = match && BigInt(match[1] as string) * NANOS_PER_SECOND + BigInt((match[2] ?? '').padEnd(9, '0'));
    if (nanos === null || nanos > MAX_INT64)
      throw this.bad('a duration in seconds, such as "1814400s", of at most 292 years');
    return nanos;
  }

  /** Reads a time in RFC 3339. */
  time(fallback: UnixNanos): UnixNanos {
    if (!this.present) return fallback;
    const time = typeof this.value === 'string' ? parseTime(this.value) : undefined;
    if (time === undefined || time < ZERO_TIME) throw this.bad('a time, such as "2025-01-01T00:00:00Z"');
    return time;
  }

  /** Reads a message in protobuf's JSON. `known` are the messages that an Any in it may contain, by name. */
  message<T>(of: Message<T>, known: KnownMessages): T {
    try {
      return of.decode(messageFromJson(of, this.value, known));
    } catch (error) {
      if (error instanceof CodecError) throw this.bad(`a ${of.name} (${error.message})`);
      throw error;
    }
  }

  /** Reads an address in 0x hex, or in bech32 with `prefix`. */
  address(prefix: string): Bytes {
    const parsed = parseAddress(this.text(), prefix);
    if (parsed instanceof Uint8Array) return parsed;
    throw this.bad(`an address, as 0x hex or as ${prefix}1… (${parsed.problem})`);
  }

  /** Reads a storage word: 0x hex of at most 32 bytes, which may omit leading zeros. */
  word(): bigint {
    const bytes = this.bytes();
    if (bytes.length > 32) throw this.bad('0x and at most 64 hex digits');
    return bytesToBigint(bytes);
  }

  override bad(expected: string): HalleyError {
    const shown = this.present ? (JSON.stringify(this.value)?.slice(0, MAX_SHOWN) ?? String(this.value)) : 'missing';
    const { path } = this;
    return new HalleyError('invalid-genesis', `${path} is ${shown}: expected ${expected}`, {
      path,
      value: this.value,
      expected,
    });
  }
}
