/**
 * A value inside `app_state` that knows where it stands, so that whatever is wrong is named by its path, with the value
 * and what was expected.
 */
import { type Bytes, bytesToBigint } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { tryFromHex } from '../kernel/hex.js';
import { parseAddress } from './address.js';
import { tryParseDecimal } from './decimal.js';

/** Characters of a bad value that an error repeats. */
const MAX_SHOWN = 80;

export class GenesisNode {
  constructor(
    private readonly value: unknown,
    readonly path: string,
  ) {}

  get present(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** The field `key`; absent when this node is. */
  field(key: string): GenesisNode {
    if (!this.present) return new GenesisNode(undefined, `${this.path}.${key}`);
    if (typeof this.value !== 'object' || Array.isArray(this.value)) throw this.bad('an object');
    return new GenesisNode((this.value as Record<string, unknown>)[key], `${this.path}.${key}`);
  }

  /** Empty when the node is absent. */
  elements(): GenesisNode[] {
    if (!this.present) return [];
    if (!Array.isArray(this.value)) throw this.bad('an array');
    return this.value.map((element, i) => new GenesisNode(element, `${this.path}[${i}]`));
  }

  text(fallback?: string): string {
    if (!this.present && fallback !== undefined) return fallback;
    if (typeof this.value !== 'string') throw this.bad('text');
    return this.value;
  }

  boolean(fallback: boolean): boolean {
    if (!this.present) return fallback;
    if (typeof this.value !== 'boolean') throw this.bad('true or false');
    return this.value;
  }

  /** A whole number in decimal text, or a JSON number below 2^53. */
  uint(fallback?: bigint): bigint {
    if (!this.present && fallback !== undefined) return fallback;
    if (typeof this.value === 'number' && Number.isSafeInteger(this.value) && this.value >= 0)
      return BigInt(this.value);
    if (typeof this.value === 'string' && /^\d{1,78}$/.test(this.value)) return BigInt(this.value);
    throw this.bad('a whole number in decimal text, such as "1000"');
  }

  /** A decimal with at most 18 fractional digits, as units of 10^-18. */
  decimal(fallback: bigint): bigint {
    if (!this.present) return fallback;
    const text = typeof this.value === 'number' ? String(this.value) : this.value;
    const parsed = typeof text === 'string' ? tryParseDecimal(text) : undefined;
    if (parsed === undefined) throw this.bad('a decimal with at most 18 fractional digits, such as "0.5"');
    return parsed;
  }

  /** 0x hex, of exactly `length` bytes when that is given. */
  bytes(length?: number): Bytes {
    const bytes =
      typeof this.value === 'string' && this.value.startsWith('0x') ? tryFromHex(this.value.slice(2)) : undefined;
    if (bytes === undefined || (length !== undefined && bytes.length !== length))
      throw this.bad(`0x and hex digits${length === undefined ? '' : ` of ${length} bytes`}`);
    return bytes;
  }

  /** 0x hex or bech32 with `prefix`. */
  address(prefix: string): Bytes {
    const parsed = parseAddress(this.text(), prefix);
    if (parsed instanceof Uint8Array) return parsed;
    throw this.bad(`an address, as 0x hex or as ${prefix}1… (${parsed.problem})`);
  }

  /** A storage word: 0x hex of at most 32 bytes, without its leading zeros. */
  word(): bigint {
    const bytes = this.bytes();
    if (bytes.length > 32) throw this.bad('0x and at most 64 hex digits');
    return bytesToBigint(bytes);
  }

  bad(expected: string): HalleyError {
    const shown = this.present ? (JSON.stringify(this.value)?.slice(0, MAX_SHOWN) ?? String(this.value)) : 'missing';
    return new HalleyError('invalid-genesis', `${this.path} is ${shown}: expected ${expected}`, {
      path: this.path,
      value: this.value,
      expected,
    });
  }
}
