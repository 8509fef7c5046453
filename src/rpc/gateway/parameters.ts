/**
 * Reads the fields of a request from path and query (grpc-gateway `PopulateQueryParameters`): nested ones by
 * `pagination.limit`, lists by repetition. Unknown names are ignored. Values and errors are those of Go's `strconv`.
 */
import { base64Problem, tryFromBase64 } from '../../codec/base64.js';
import { fieldNamed, goName, type KnownMessages, messageFromJson } from '../../codec/protobuf/json.js';
import type { FieldKind, Message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import { unescaped } from './routes.js';
import { invalidArgument } from './status.js';

/** Most names of a query. */
const MAX_NAMES = 1000;

/** Request as protobuf's JSON, while its fields are collected. */
type Draft = Record<string, unknown>;

/** Returns the encoded request. Throws GrpcError. */
export function requestOf(
  message: Message<unknown>,
  path: ReadonlyMap<string, string>,
  query: string,
  known: KnownMessages,
): Bytes {
  const draft: Draft = {};
  for (const [name, values] of parseQuery(query)) {
    const open = name.endsWith(']') ? name.lastIndexOf('[') : -1;
    const named = open < 0 ? name : name.slice(0, open);
    const given = open < 0 ? values : [name.slice(open + 1, -1), ...values];
    if (!path.has(named)) assign(draft, message, named.split('.'), given, named, known);
  }
  for (const [name, text] of path) {
    const values = fieldNamed(message, name)?.field.isRepeated ? text.split(',') : [text];
    try {
      assign(draft, message, [name], values, name, known);
    } catch (error) {
      throw invalidArgument(`type mismatch, parameter: ${name}, error: ${(error as Error).message}`);
    }
  }
  return messageFromJson(message, draft, known);
}

function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  if (query === '') return values;
  for (const pair of query.split('&', MAX_NAMES)) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = [at < 0 ? pair : pair.slice(0, at), at < 0 ? '' : pair.slice(at + 1)].map((part) =>
      unescaped(part.replace(/\+/g, ' ')),
    ) as [string, string];
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return values;
}

function assign(
  draft: Draft,
  message: Message<unknown>,
  [name = '', ...rest]: readonly string[],
  values: readonly string[],
  whole: string,
  known: KnownMessages,
): void {
  const found = fieldNamed(message, name);
  if (found === undefined) return;
  const { kind, isRepeated } = found.field;
  if (rest.length > 0) {
    const inner = typeof kind === 'object' && 'fields' in kind ? (kind as Message<unknown>) : undefined;
    if (isRepeated || inner === undefined)
      throw invalidArgument(`unexpected nested field ${rest[0]} in ${whole.slice(0, -rest.join('.').length - 1)}`);
    const nested = (draft[found.name] ?? {}) as Draft;
    draft[found.name] = nested;
    assign(nested, inner, rest, values, whole, known);
    return;
  }
  if (isRepeated) {
    draft[found.name] = values.map((value) => parsed(kind, value));
    return;
  }
  // Of several values the gateway takes the first.
  draft[found.name] = parsed(kind, values[0] ?? '');
}

const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True'];
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False'];

function parsed(kind: FieldKind, text: string): unknown {
  if (typeof kind === 'object') {
    if (!('enum' in kind))
      throw invalidArgument(`field type *${goName(kind.name ?? '')} is not supported in query parameters`);
    const number = /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
    const isKnown =
      number === undefined ? Object.values(kind.values).includes(text) : kind.values[number] !== undefined;
    if (!isKnown) throw invalidArgument(`${text} is not a valid ${goName(kind.enum)}`);
    return number ?? text;
  }
  if (kind === 'bytes') {
    const problem = base64Problem(text) && base64Problem(text, true);
    if (problem !== undefined) throw invalidArgument(problem);
    return tryFromBase64(
      text
        .replace(/-/g, '+')
        .replace(/_/g, '/')
        .replace(/[\r\n]/g, ''),
    );
  }
  if (kind === 'bool') {
    if (TRUE.includes(text)) return true;
    if (FALSE.includes(text)) return false;
    throw invalidArgument(`strconv.ParseBool: parsing "${text}": invalid syntax`);
  }
  if (kind === 'uint64') return whole('ParseUint', text, 0n, 2n ** 64n - 1n);
  if (kind === 'int64') return whole('ParseInt', text, -(2n ** 63n), 2n ** 63n - 1n);
  if (kind === 'uint32') return whole('ParseUint', text, 0n, 2n ** 32n - 1n);
  if (kind === 'int32') return whole('ParseInt', text, -(2n ** 31n), 2n ** 31n - 1n);
  return text;
}

function whole(parser: 'ParseInt' | 'ParseUint', text: string, least: bigint, most: bigint): string {
  const syntax = parser === 'ParseInt' ? /^[+-]?\d{1,80}$/ : /^\d{1,80}$/;
  if (!syntax.test(text)) throw invalidArgument(`strconv.${parser}: parsing "${text}": invalid syntax`);
  const value = BigInt(text.replace('+', ''));
  if (value < least || value > most) throw invalidArgument(`strconv.${parser}: parsing "${text}": value out of range`);
  return value.toString();
}
