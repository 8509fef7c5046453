/**
 * Decodes structures in the engine's JSON (consensus-rpc.md 2.1, 2.2): 64-bit integers in quotes, hex or base64 bytes,
 * `{"type":…,"value":…}` for registered types. `null` and missing members become Go's zero value; unknown members are
 * skipped. Errors have the texts of the engine's decoder.
 */
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { parseGoTime, TIME_LAYOUT } from '../../../kernel/go_time.js';
import { type UnixNanos, ZERO_TIME } from '../../../kernel/time.js';
import { bytesOf, decodeInteger, hexText, INT64, mismatch, text, UINT64 } from './arg_kind.js';
import { GoError, quoted } from './error.js';
import type { JsonNode } from './json_node.js';

export interface Shape<T> {
  readonly zero: T;
  /** Decodes a value other than `null`. Throws GoError. */
  read(node: JsonNode): T;
}

export const readAs = <T>(shape: Shape<T>, node: JsonNode | undefined): T =>
  node === undefined || node.type === 'null' ? shape.zero : shape.read(node);

export const string: Shape<string> = { zero: '', read: ({ raw }) => text.decode(raw) };
export const int64: Shape<bigint> = { zero: 0n, read: ({ raw }) => decodeInteger(raw, INT64) };
export const uint64: Shape<bigint> = { zero: 0n, read: ({ raw }) => decodeInteger(raw, UINT64) };
export const hex: Shape<Bytes> = { zero: EMPTY_BYTES, read: ({ raw }) => hexText.decode(raw) };

/**
 * Parses times in JSON as the engine does (CometBFT libs/json/decoder.go): Go's RFC 3339 form, in UTC. Throws GoError.
 */
function jsonTime(raw: string): UnixNanos {
  if (raw.length < 2 || !raw.startsWith('"') || !raw.endsWith('"'))
    throw new GoError(`JSON time must be an RFC3339 string, but got ${quoted(raw)}`);
  if (!raw.endsWith('Z"')) throw new GoError(`JSON time must be UTC and end with 'Z', but got ${quoted(raw)}`);
  const parsed = parseGoTime(raw.slice(1, -1), TIME_LAYOUT);
  if ('problem' in parsed) throw new GoError(parsed.problem);
  return parsed.time;
}

export const time: Shape<UnixNanos> = { zero: ZERO_TIME, read: ({ raw }) => jsonTime(raw) };

/** Decodes base64. `goType` is Go's name of the slice. */
export function base64(goType: string): Shape<Bytes> {
  const kind = bytesOf(goType);
  return { zero: EMPTY_BYTES, read: ({ raw }) => kind.decode(raw) };
}

/** Decodes an integer of at most 32 bits, which has no quotes. */
export const small = (goType: string, least: number, most: number): Shape<number> => ({
  zero: 0,
  read(node) {
    if (node.type !== 'number') throw mismatch(node, goType);
    const value = /^-?\d+$/.test(node.raw) ? Number(node.raw) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new GoError(`json: cannot unmarshal number ${node.raw} into Go value of type ${goType}`);
  },
});

export const int32 = small('int32', -(2 ** 31), 2 ** 31 - 1);
export const uint32 = small('uint32', 0, 2 ** 32 - 1);

/** Decodes a Go pointer or interface, where nil differs from zero. */
export const pointer = <T>(shape: Shape<T>): Shape<T | undefined> => ({
  zero: undefined,
  read: (node) => shape.read(node),
});

export const list = <T>(shape: Shape<T>): Shape<readonly T[]> => ({
  zero: [],
  read(node) {
    if (node.type !== 'array') throw mismatch(node, '[]json.RawMessage');
    return node.items.map((item) => readAs(shape, item));
  },
});

type Fields = Readonly<Record<string, readonly [jsonName: string, shape: Shape<unknown>]>>;
type Struct<F extends Fields> = { readonly [K in keyof F]: F[K][1] extends Shape<infer T> ? T : never };

function structFrom<F extends Fields>(fields: F, given: ReadonlyMap<string, JsonNode>): Struct<F> {
  const members = Object.entries(fields).map(([name, [jsonName, shape]]) => [name, readAs(shape, given.get(jsonName))]);
  return Object.fromEntries(members) as Struct<F>;
}

/**
 * Decodes an object. Each field has our name and its name on the wire. Fields are in the engine's order, because the
 * first invalid one is reported.
 */
export const struct = <const F extends Fields>(fields: F): Shape<Struct<F>> => ({
  zero: structFrom(fields, new Map()),
  read(node) {
    if (node.type !== 'object') throw mismatch(node, 'map[string]json.RawMessage');
    return structFrom(fields, new Map(node.members));
  },
});

/** Reads the members `type` and `value`; their names match in any case. */
function readWrapper(node: JsonNode): { readonly type: string; readonly value: JsonNode | undefined } {
  if (node.type !== 'object') throw mismatch(node, 'json.interfaceWrapper');
  let type = '';
  let value: JsonNode | undefined;
  let problem: GoError | undefined;
  for (const [name, member] of node.members) {
    const field = name.toLowerCase();
    if (field === 'value') value = member;
    if (field !== 'type' || member.type === 'null') continue;
    if (member.type === 'string') type = member.value;
    else
      problem ??= new GoError(
        `json: cannot unmarshal ${member.type} into Go struct field interfaceWrapper.type of type string`,
      );
  }
  if (problem !== undefined) throw problem;
  return { type, value };
}

/**
 * Decodes a value of one of several registered types, each under its name. `others` matches types that the engine knows
 * but that do not fit here.
 */
export const registered = <T>(types: ReadonlyMap<string, Shape<T>>, others: RegExp): Shape<T | undefined> => ({
  zero: undefined,
  read(node) {
    const { type, value } = readWrapper(node);
    if (type === '') throw new GoError('interface type cannot be empty');
    if (value === undefined) throw new GoError('interface value cannot be empty');
    const shape = types.get(type);
    if (shape !== undefined) return readAs(shape, value);
    throw new GoError(
      others.test(type) ? `invalid type ${quoted(type)} for this value` : `unknown type ${quoted(type)}`,
    );
  },
});
