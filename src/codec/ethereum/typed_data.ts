/**
 * Hashes typed structured data (EIP-712) for signing, from the JSON that wallets receive. Values that JSON cannot
 * represent, big integers and bytes, are text. Missing values and values of another type are rejected. Members without
 * a type are ignored, because the hash does not cover them.
 */
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { atomicWord, unfit } from './typed_data_word.js';

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
/**
 * Lists the possible members of a domain in order. A domain without an explicit type has those of them that are set.
 */
const DOMAIN_MEMBERS: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];
/** Limits how deep structs and arrays nest. */
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
