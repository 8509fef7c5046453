/**
 * Reads the elements of an RLP list in order into typed values. Errors have geth's texts for a Go struct of the given
 * name, because wallets and their tests compare them.
 */
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { CodecError } from '../codec_error.js';
import type { RlpItem } from './rlp.js';

const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;

export class RlpFields {
  private readonly items: readonly RlpItem[];
  private at = 0;

  /** `type` is the Go struct, and `context` is the path of fields that led to it. */
  constructor(
    item: RlpItem,
    private readonly type: string,
    private readonly context = '',
  ) {
    if (item instanceof Uint8Array) throw refuse('expected input list', type, context);
    this.items = item;
  }

  /** Reads an integer of at most `bytes` bytes, without leading zeros. */
  uint(field: string, type = '*big.Int', bytes = Number.POSITIVE_INFINITY): bigint {
    const value = this.string(field, type);
    if (value.length > bytes) throw this.error('input string too long', type, field);
    if (value[0] === 0) throw this.error('non-canonical integer (leading zero bytes)', type, field);
    return bytesToBigint(value);
  }

  uint64(field: string): bigint {
    return this.uint(field, 'uint64', 8);
  }

  uint256(field: string): bigint {
    return this.uint(field, '*uint256.Int', 32);
  }

  bytes(field: string): Bytes {
    return this.string(field, '[]uint8');
  }

  address(field: string): Bytes {
    return this.sized(field, 'common.Address', ADDRESS_BYTES);
  }

  hash(field: string): Bytes {
    return this.sized(field, 'common.Hash', HASH_BYTES);
  }

  /** Reads an address. An empty string means that the transaction creates a contract. */
  optionalAddress(field: string): Bytes | undefined {
    const next = this.items[this.at];
    if (next !== undefined && next.length === 0 && next instanceof Uint8Array) {
      this.at++;
      return undefined;
    }
    return this.address(field);
  }

  /** Reads the elements of a nested list with `read`. */
  list<T>(field: string, type: string, read: (item: RlpItem, context: string) => T): readonly T[] {
    const item = this.next();
    if (item instanceof Uint8Array) throw this.error('expected input list', type, field);
    return item.map((element, i) => read(element, `${this.path(field)}[${i}]`));
  }

  /** Checks that no elements are left. Call it after the last field. */
  end(): void {
    if (this.at < this.items.length) throw refuse('input list has too many elements', this.type, this.context);
  }

  private next(): RlpItem {
    const item = this.items[this.at++];
    if (item === undefined) throw refuse('too few elements', this.type, this.context);
    return item;
  }

  private string(field: string, type: string): Bytes {
    const item = this.next();
    if (!(item instanceof Uint8Array)) throw this.error('expected input string or byte', type, field);
    return item;
  }

  private sized(field: string, type: string, length: number): Bytes {
    const value = this.string(field, type);
    if (value.length !== length)
      throw this.error(value.length < length ? 'input string too short' : 'input string too long', type, field);
    return value;
  }

  private path(field: string): string {
    return this.context === '' ? `(${this.type}).${field}` : `${this.context}.${field}`;
  }

  private error(problem: string, type: string, field: string): CodecError {
    return refuse(problem, type, this.path(field));
  }
}

const refuse = (problem: string, type: string, context: string): CodecError =>
  new CodecError(`rlp: ${problem} for ${type}${context === '' ? '' : `, decoding into ${context}`}`);

/** Reads a 32-byte hash that is an element of a list. */
export function hashFromRlp(item: RlpItem, context: string): Bytes {
  if (!(item instanceof Uint8Array)) throw refuse('expected input string or byte', 'common.Hash', context);
  if (item.length === HASH_BYTES) return item;
  throw refuse(item.length < HASH_BYTES ? 'input string too short' : 'input string too long', 'common.Hash', context);
}

/** Returns an address or no bytes, as RLP encodes it. */
export const rlpOptional = (address: Bytes | undefined): Bytes => address ?? EMPTY_BYTES;
