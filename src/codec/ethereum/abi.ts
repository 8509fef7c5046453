/**
 * Encodes and decodes values as Solidity does (Solidity's documentation, "Contract ABI Specification"). Numbers are
 * bigints, addresses have the checksum of EIP-55, bytes are hex with `0x`. A tuple is decoded as an object if all its
 * members have names, and as a list otherwise; it is encoded from a list.
 */
import { type Bytes, bigintToBytes, bytesToBigint, equalBytes, joinBytes, leftPadded } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { CodecError } from '../codec_error.js';
import { encodeEip55 } from './eip55.js';

/** Parameter as the JSON of an ABI describes it. */
export interface AbiParameter {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
  /** Members of a tuple, or of the tuples in an array. */
  readonly components?: readonly AbiParameter[];
}

interface AbiType {
  /** Form in signatures: a tuple is its members in parentheses. */
  readonly text: string;
  /** Bytes where the value stands, in a list; undefined for a dynamic type, which has a pointer there. */
  readonly size: number | undefined;
  readonly read: (input: Input, at: number) => unknown;
  readonly write: (value: unknown) => Bytes;
}

const WORD = 32;
/** Most characters of a type, which bounds how deep arrays are nested. */
const MAX_TYPE_LENGTH = 100;
/** Words that decoding may read beyond twice the data: pointers may share data, and empty items need none. */
const SPARE_WORDS = 1024;

class Input {
  /** Bytes that may still be read. */
  #left: number;

  constructor(private readonly data: Bytes) {
    this.#left = 2 * data.length + SPARE_WORDS * WORD;
  }

  take(at: number, length: number): Bytes {
    this.spend(length);
    if (at + length > this.data.length)
      throw new CodecError(`${at + length} bytes are needed, not ${this.data.length}`);
    return this.data.subarray(at, at + length);
  }

  /** Reads an offset or a length. */
  number(at: number): number {
    return Number(bytesToBigint(this.take(at, WORD)));
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (!(this.#left >= 0)) throw new CodecError('the values need more bytes than the data have');
  }

  /** Throws unless so many items can still be read. */
  expect(items: number): void {
    if (items * WORD > this.#left) throw new CodecError(`${items} items need more bytes than the data have`);
  }
}

/** Returns the type of a word, which has exactly one form for each value. */
function wordType(text: string, readWord: (word: Bytes) => unknown, write: AbiType['write']): AbiType {
  const read: AbiType['read'] = (input, at) => {
    const word = input.take(at, WORD);
    const value = readWord(word);
    if (!equalBytes(write(value), word)) throw new CodecError(`${to0x(word)} is no ${text}`);
    return value;
  };
  return { text, size: WORD, read, write };
}

function numberType(text: string, bits: number): AbiType {
  const truncated = text.startsWith('u') ? BigInt.asUintN : BigInt.asIntN;
  return wordType(
    text,
    (word) => truncated(bits, bytesToBigint(word)),
    (value) => {
      const number = BigInt(value as bigint);
      if (truncated(bits, number) !== number) throw new CodecError(`${number} does not fit into ${text}`);
      return bigintToBytes(BigInt.asUintN(8 * WORD, number), WORD);
    },
  );
}

const padded = (bytes: Bytes): Bytes => joinBytes([bytes, new Uint8Array(-bytes.length & (WORD - 1))]);

function sizedBytes(text: string, value: unknown, size: number): Bytes {
  const bytes = fromHex(value as string);
  if (bytes.length !== size) throw new CodecError(`"${value}" is no ${text}: expected ${size} bytes`);
  return bytes;
}

const bytesType = (text: string, size: number): AbiType =>
  wordType(
    text,
    (word) => to0x(word.subarray(0, size)),
    (value) => padded(sizedBytes(text, value, size)),
  );

function dynamicBytes(text: string, decode: (bytes: Bytes) => string, encode: (value: string) => Bytes): AbiType {
  return {
    text,
    size: undefined,
    read: (input, at) => decode(input.take(at + WORD, input.number(at))),
    write(value) {
      const bytes = encode(value as string);
      return joinBytes([bigintToBytes(BigInt(bytes.length), WORD), padded(bytes)]);
    },
  };
}

const SIMPLE: ReadonlyMap<string, AbiType> = new Map(
  [
    wordType(
      'address',
      (word) => encodeEip55(word.subarray(12)),
      (value) => leftPadded(sizedBytes('address', value, 20), WORD),
    ),
    wordType(
      'bool',
      (word) => word[WORD - 1] === 1,
      (value) => bigintToBytes(value === true ? 1n : 0n, WORD),
    ),
    bytesType('function', 24),
    dynamicBytes('bytes', to0x, fromHex),
    dynamicBytes('string', fromUtf8, utf8),
  ].map((type) => [type.text, type]),
);

/** Reads values that stand one after the other. */
function readList(types: Iterable<AbiType>, input: Input, base: number): unknown[] {
  let at = base;
  return Array.from(types, ({ size, read }) => {
    if (size === 0) input.spend(WORD);
    const from = size === undefined ? base + input.number(at) : at;
    at += size ?? WORD;
    return read(input, from);
  });
}

function writeList(types: readonly AbiType[], value: unknown): Bytes {
  const values = value as readonly unknown[];
  if (values.length !== types.length) throw new CodecError(`expected ${types.length} values, not ${values.length}`);
  let end = headSize(types);
  const heads: Bytes[] = [];
  const tails: Bytes[] = [];
  for (const [i, { size, write }] of types.entries()) {
    const bytes = write(values[i]);
    heads.push(size === undefined ? bigintToBytes(BigInt(end), WORD) : bytes);
    if (size !== undefined) continue;
    tails.push(bytes);
    end += bytes.length;
  }
  return joinBytes([...heads, ...tails]);
}

const headSize = (types: readonly AbiType[]): number => types.reduce((sum, { size = WORD }) => sum + size, 0);

function tupleType(components: readonly AbiParameter[]): AbiType {
  const types = components.map(typeOf);
  const isNamed = components.length > 0 && components.every(({ name = '' }) => name !== '');
  return {
    text: `(${types.map(({ text }) => text).join(',')})`,
    size: types.some(({ size }) => size === undefined) ? undefined : headSize(types),
    read(input, at) {
      const values = readList(types, input, at);
      return isNamed ? Object.fromEntries(components.map(({ name = '' }, i) => [name, values[i]])) : values;
    },
    write: (value) => writeList(types, value),
  };
}

function arrayType(item: AbiType, length: number | undefined): AbiType {
  const repeated = (count: number): readonly AbiType[] => new Array<AbiType>(count).fill(item);
  return {
    text: `${item.text}[${length ?? ''}]`,
    size: length === undefined || item.size === undefined ? undefined : length * item.size,
    read(input, at) {
      const count = length ?? input.number(at);
      input.expect(count);
      return readList(repeated(count), input, length === undefined ? at + WORD : at);
    },
    write(value) {
      const { length: count } = value as readonly unknown[];
      if (length !== undefined && length !== count) throw new CodecError(`expected ${length} items, not ${count}`);
      const items = writeList(repeated(count), value);
      return length === undefined ? joinBytes([bigintToBytes(BigInt(count), WORD), items]) : items;
    },
  };
}

/** Returns the type of a parameter. Throws a CodecError for a type that Solidity does not have. */
function typeOf({ type, components = [] }: AbiParameter): AbiType {
  const array = type.length > MAX_TYPE_LENGTH ? null : /^(.+)\[(\d{0,9})\]$/.exec(type);
  if (array?.[1] !== undefined)
    return arrayType(typeOf({ type: array[1], components }), array[2] === '' ? undefined : Number(array[2]));
  const simple = type === 'tuple' ? tupleType(components) : SIMPLE.get(type);
  if (simple !== undefined) return simple;
  const [, kind, digits] = /^(u?int|bytes)([1-9]\d{0,2})$/.exec(type) ?? [];
  const size = Number(digits);
  if (kind === 'bytes' && size <= WORD) return bytesType(type, size);
  if (kind?.endsWith('int') && size % 8 === 0 && size <= 8 * WORD) return numberType(type, size);
  throw new CodecError(`"${type}" is no type of Solidity`);
}

/** Returns a signature such as `transfer(address,uint256)`. */
export const abiSignature = (name: string, inputs: readonly AbiParameter[]): string => name + tupleType(inputs).text;

/** Returns the hash of a signature in hex with `0x`: the first topic of an event, whose begin is a function's selector. */
export const signatureHash = (name: string, inputs: readonly AbiParameter[]): string =>
  to0x(keccak256(utf8(abiSignature(name, inputs))));

/** Encodes arguments or results. Throws a CodecError, or a RangeError for other text than hex, that quotes the value. */
export const encodeAbi = (parameters: readonly AbiParameter[], values: readonly unknown[]): Bytes =>
  writeList(parameters.map(typeOf), values);

/** Decodes arguments or results. Bytes after them are ignored. Throws a CodecError for data that do not fit. */
export const decodeAbi = (parameters: readonly AbiParameter[], data: Bytes): readonly unknown[] =>
  readList(parameters.map(typeOf), new Input(data), 0);

/**
 * Decodes a log. `indexed` are the topics after the first; one of a type that has no form in a word is a hash. Throws a
 * CodecError for a log that does not fit.
 */
export function decodeAbiLog(inputs: readonly AbiParameter[], indexed: readonly Bytes[], data: Bytes): unknown[] {
  if (inputs.filter((input) => input.indexed === true).length !== indexed.length)
    throw new CodecError(`${indexed.length} topics follow the first one`);
  const topics = indexed.values();
  const plain = decodeAbi(
    inputs.filter((input) => input.indexed !== true),
    data,
  ).values();
  return inputs.map((input) => {
    const topic = input.indexed === true ? topics.next().value : undefined;
    if (topic === undefined) return plain.next().value;
    const isHash = /^(?:string|bytes|tuple)$|\]$/.test(input.type);
    return isHash ? to0x(topic) : decodeAbi([input], topic)[0];
  });
}
