/**
 * Hashes typed structured data (EIP-712) for signing, from the JSON that wallets receive. Values that JSON cannot
 * represent, big integers and bytes, are text. Missing values and values of another type are rejected. Members without
 * a type are ignored, because the hash does not cover them.
 */
import { type Bytes, bigintToBytes, concatBytes, leftPadded } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';

export interface TypedData {
  readonly types: Types;
  readonly primaryType: string;
  readonly domain: Fields;
  readonly message: Fields;
}

type Fields = Readonly<Record<string, unknown>>;
type Types = Readonly<Record<string, readonly Member[]>>;

interface Member {
  readonly name: string;
  readonly type: string;
}

const DOMAIN = 'EIP712Domain';
/** Possible members of a domain, in order. A domain without an explicit type has those of them that are set. */
const DOMAIN_MEMBERS: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];
/** Deepest nesting of structs and arrays. */
const MAX_DEPTH = 64;
const MAX_TYPES = 256;

/** Returns the hash that is signed: `keccak256(0x1901 ‖ domain separator ‖ hash of the message)`. Throws CodecError. */
export function typedDataHash({ types, primaryType, domain, message }: TypedData): Bytes {
  if (Object.keys(types).length > MAX_TYPES) throw new CodecError(`types has more than ${MAX_TYPES} entries`);
  const own = DOMAIN_MEMBERS.filter(({ name }) => domain[name] !== undefined && domain[name] !== null);
  const hasher = new StructHasher(Object.hasOwn(types, DOMAIN) ? types : { ...types, [DOMAIN]: own });
  const separator = hasher.struct(DOMAIN, domain, 'domain', 0);
  const parts = primaryType === DOMAIN ? [] : [hasher.struct(primaryType, message, 'message', 0)];
  return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), separator, ...parts));
}

/**
 * Encodes a value of one of Solidity's built-in types as 32 bytes (EIP-712, `encodeData`). Throws CodecError for a
 * value of another type, and for a type that Solidity does not have.
 */
function atomicWord(type: string, value: unknown, place: string): Bytes {
  if (type === 'string') {
    if (typeof value !== 'string') throw unfit(place, value, 'a string');
    return keccak256(utf8(value));
  }
  if (type === 'bytes') return keccak256(hexBytes(value, undefined, place));
  if (type === 'address') return leftPadded(hexBytes(value, 20, place), 32);
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw unfit(place, value, 'true or false');
    return bigintToBytes(value ? 1n : 0n, 32);
  }
  const [, kind, size] = /^(bytes|int|uint)(\d*)$/.exec(type) ?? [];
  if (kind === 'bytes' && Number(size) >= 1 && Number(size) <= 32)
    return rightPadded(hexBytes(value, Number(size), place));
  const bits = size === '' ? 256 : Number(size);
  if ((kind === 'int' || kind === 'uint') && bits % 8 === 0 && bits >= 8 && bits <= 256)
    return integerWord(value, kind === 'int', bits, type, place);
  throw new CodecError(`${place} has the type ${JSON.stringify(type)}, which is neither a Solidity type nor in types`);
}

function integerWord(value: unknown, signed: boolean, bits: number, type: string, place: string): Bytes {
  const number = integerOf(value);
  const top = 1n << BigInt(signed ? bits - 1 : bits);
  if (number === undefined || number >= top || number < (signed ? -top : 0n)) throw unfit(place, value, `a ${type}`);
  return bigintToBytes(BigInt.asUintN(256, number), 32);
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || value.length > 80) return undefined;
  if (/^(\d+|0x[\da-fA-F]+)$/.test(value)) return BigInt(value);
  return /^-(\d+|0x[\da-fA-F]+)$/.test(value) ? -BigInt(value.slice(1)) : undefined;
}

function hexBytes(value: unknown, length: number | undefined, place: string): Bytes {
  const bytes = typeof value === 'string' && value.startsWith('0x') ? tryFromHex(value.slice(2)) : undefined;
  if (bytes === undefined || (length !== undefined && bytes.length !== length))
    throw unfit(place, value, length === undefined ? 'bytes in 0x hex' : `${length} bytes in 0x hex`);
  return bytes;
}

function rightPadded(bytes: Bytes): Bytes {
  const word = new Uint8Array(32);
  word.set(bytes);
  return word;
}

/** Describes where a value is, what it is, and what was expected. */
function unfit(place: string, value: unknown, expected: string): CodecError {
  if (value === undefined) return new CodecError(`${place} is missing, expected ${expected}`);
  const shown = JSON.stringify(value);
  return new CodecError(`${place} is ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}, expected ${expected}`);
}

class StructHasher {
  readonly #typeHashes = new Map<string, Bytes>();

  constructor(private readonly types: Types) {}

  struct(type: string, value: unknown, place: string, depth: number): Bytes {
    checkDepth(place, depth);
    if (!isObject(value)) throw unfit(place, value, `an object of type ${type}`);
    const words = this.#members(type).map((member) =>
      this.#word(
        member.type,
        Object.hasOwn(value, member.name) ? value[member.name] : undefined,
        `${place}.${member.name}`,
        depth,
      ),
    );
    return keccak256(concatBytes(this.#typeHash(type), ...words));
  }

  #word(type: string, value: unknown, place: string, depth: number): Bytes {
    const array = /^(.*)\[(\d*)\]$/.exec(type);
    if (array !== null) return this.#array(array[1] as string, array[2] as string, value, place, depth + 1);
    return Object.hasOwn(this.types, type)
      ? this.struct(type, value, place, depth + 1)
      : atomicWord(type, value, place);
  }

  #array(item: string, length: string, value: unknown, place: string, depth: number): Bytes {
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length)))
      throw unfit(place, value, length === '' ? 'an array' : `an array of ${length}`);
    checkDepth(place, depth);
    return keccak256(concatBytes(...value.map((entry, i) => this.#word(item, entry, `${place}[${i}]`, depth))));
  }

  #members(type: string): readonly Member[] {
    const members = Object.hasOwn(this.types, type) ? this.types[type] : undefined;
    if (members === undefined) throw new CodecError(`types has no ${JSON.stringify(type)}`);
    return members;
  }

  /**
   * Hashes a text such as `Mail(Person from,string contents)Person(string name)`: the type, followed by the types that
   * it uses in order.
   */
  #typeHash(type: string): Bytes {
    const known = this.#typeHashes.get(type);
    if (known !== undefined) return known;
    const used = new Set<string>();
    const waiting = [type];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (used.has(next)) continue;
      used.add(next);
      for (const member of this.#members(next)) {
        const item = member.type.replace(/(\[\d*\])+$/, '');
        if (Object.hasOwn(this.types, item)) waiting.push(item);
      }
    }
    used.delete(type);
    const texts = [type, ...[...used].sort()].map(
      (name) =>
        `${name}(${this.#members(name)
          .map((member) => `${member.type} ${member.name}`)
          .join(',')})`,
    );
    const hash = keccak256(utf8(texts.join('')));
    this.#typeHashes.set(type, hash);
    return hash;
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkDepth(place: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new CodecError(`${place.slice(0, 80)}… nests more than ${MAX_DEPTH} levels`);
}
