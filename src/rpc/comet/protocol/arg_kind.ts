/**
 * Defines the Go types of arguments, with their decoding from JSON and from a URI (consensus-rpc.md 1.6 and 1.7). The
 * form of a value decides which error it gives, so the texts here follow the engine's decoder step by step.
 */
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { fromUtf8 } from '../../../kernel/text.js';
import { base64Bytes, hexBytes } from './bytes_text.js';
import { GoError, quoted } from './error.js';
import type { JsonNode } from './json_node.js';
import { readJson } from './json_reader.js';

export interface ArgKind<T> {
  /** Kind in messages: `got a hex string arg, but expected 'int64'`. */
  readonly goKind: string;
  /** Decides what a URI's bare digits, `0x…` and `"…"` mean. */
  readonly family: 'integer' | 'string' | 'bytes' | 'bool' | 'structure';
  /** Value of an argument that is not given. */
  readonly absent: T;
  /** Decodes JSON text. Throws GoError. */
  decode(raw: string): T;
  /** Decodes the bytes that a URI gives as `0x…` or, for bytes, as `"…"`. Kinds without it refuse such values. */
  readonly fromBytes?: (bytes: Bytes) => T;
}

export const mismatch = (node: JsonNode, goType: string): GoError =>
  new GoError(`json: cannot unmarshal ${node.type} into Go value of type ${goType}`);

export interface Range {
  readonly goType: string;
  readonly min: bigint;
  readonly max: bigint;
}

export const INT64: Range = { goType: 'int64', min: -(2n ** 63n), max: 2n ** 63n - 1n };
const INT: Range = { ...INT64, goType: 'int' };
export const UINT64: Range = { goType: 'uint64', min: 0n, max: 2n ** 64n - 1n };
const UINT: Range = { ...UINT64, goType: 'uint' };

/** Decodes a 64-bit integer, which Go puts in a JSON string. The text inside the quotes is JSON again. */
export function decodeInteger(raw: string, range: Range): bigint {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"'))
    throw new GoError(`invalid 64-bit integer encoding ${quoted(raw)}, expected string`);
  const node = readJson(raw.slice(1, -1));
  if (node.type === 'null') return 0n;
  if (node.type !== 'number') throw mismatch(node, range.goType);
  const value = /^-?\d+$/.test(node.raw) ? BigInt(node.raw) : undefined;
  if (value === undefined || value < range.min || value > range.max || (range.min === 0n && node.raw.startsWith('-')))
    throw new GoError(`json: cannot unmarshal number ${node.raw} into Go value of type ${range.goType}`);
  return value;
}

function integer(range: Range): ArgKind<bigint> {
  return {
    goKind: range.goType,
    family: 'integer',
    absent: 0n,
    decode: (raw) => (raw === 'null' ? 0n : decodeInteger(raw, range)),
  };
}

/** Decodes a Go pointer, where an absent argument and `null` differ from zero. */
function optional(kind: ArgKind<bigint>): ArgKind<bigint | undefined> {
  return { ...kind, absent: undefined, decode: (raw) => (raw === 'null' ? undefined : kind.decode(raw)) };
}

export const int64 = integer(INT64);
export const uint = integer(UINT);
export const optionalInt64 = optional(int64);
export const optionalInt = optional(integer(INT));

export const bool: ArgKind<boolean> = {
  goKind: 'bool',
  family: 'bool',
  absent: false,
  decode(raw) {
    const node = readJson(raw);
    if (node.type === 'null') return false;
    if (node.type !== 'bool') throw mismatch(node, 'bool');
    return node.value;
  },
};

function byteOf(node: JsonNode): number {
  if (node.type === 'null') return 0;
  if (node.type !== 'number') throw mismatch(node, 'uint8');
  const value = /^\d{1,3}$/.test(node.raw) ? Number(node.raw) : 256;
  if (value > 255) throw new GoError(`json: cannot unmarshal number ${node.raw} into Go value of type uint8`);
  return value;
}

/** Decodes base64 in JSON. Go also accepts an array of numbers. */
export function bytesOf(goType: string): ArgKind<Bytes> {
  return {
    goKind: 'slice',
    family: 'bytes',
    absent: EMPTY_BYTES,
    fromBytes: (bytes) => bytes,
    decode(raw) {
      const node = readJson(raw);
      switch (node.type) {
        case 'null':
          return EMPTY_BYTES;
        case 'string':
          return base64Bytes(node.value);
        case 'array':
          return Uint8Array.from(node.items.map(byteOf));
        case 'bool':
        case 'number':
        case 'object':
          throw mismatch(node, goType);
      }
    },
  };
}

export const bytes = bytesOf('[]uint8');
export const txBytes = bytesOf('types.Tx');

/** Decodes `bytes.HexBytes`: hex in JSON, without prefix. */
export const hexText: ArgKind<Bytes> = {
  goKind: 'slice',
  family: 'bytes',
  absent: EMPTY_BYTES,
  fromBytes: (bytes) => bytes,
  decode(raw) {
    if (raw === 'null') return EMPTY_BYTES;
    if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"')) throw new GoError(`invalid hex string: ${raw}`);
    return hexBytes(raw.slice(1, -1));
  },
};

export const text: ArgKind<string> = {
  goKind: 'string',
  family: 'string',
  absent: '',
  fromBytes: fromUtf8,
  decode(raw) {
    const node = readJson(raw);
    if (node.type === 'null') return '';
    if (node.type !== 'string') throw mismatch(node, 'string');
    return node.value;
  },
};

/** Decodes `[]string`. */
export const texts: ArgKind<readonly string[]> = {
  goKind: 'slice',
  family: 'structure',
  absent: [],
  decode(raw) {
    const node = readJson(raw);
    if (node.type === 'null') return [];
    if (node.type !== 'array') throw mismatch(node, '[]json.RawMessage');
    return node.items.map((item) => text.decode(item.raw));
  },
};
