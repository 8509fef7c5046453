/**
 * Parses requests as the engine does (consensus-rpc.md 1.1, 1.5). Member names match in any case, the last one wins,
 * and the first wrong type is reported. A request without an id is a notification, of which nothing else is retained.
 */

import type { IdText } from './envelope.js';
import { GoError } from './error.js';
import { encodeJson } from './json.js';
import type { JsonNode } from './json_node.js';
import { readFirstJson, readJson } from './json_reader.js';

export type RpcRequest =
  | { readonly type: 'notification' }
  | { readonly type: 'call'; readonly id: IdText; readonly method: string; readonly params: JsonNode | undefined };

/** Go's text for the anonymous struct into which a request is decoded. */
const REQUEST_TYPE =
  'struct { JSONRPC string "json:\\"jsonrpc\\""; ID interface {} "json:\\"id,omitempty\\""; Method string "json:\\"method\\""; Params json.RawMessage "json:\\"params\\"" }';

const INT64_LIMIT = 2 ** 63;
/** Result of converting a float that does not fit into an int64, on amd64. */
const OVERFLOWN_ID = '-9223372036854775808';

/**
 * Treatment of a number as id: `exact` echoes integers digit by digit, `cut` reads a float64 and drops its fraction,
 * `whole` refuses what that would change.
 */
export type IdRule = 'exact' | 'cut' | 'whole';

const TEXT_FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'method']);
const WHOLE = /^-?\d+$/;

/** Formats like Go's `%v` of a float64, which uses an exponent below 1e-4 and from 1e6 on. */
function printedFloat(value: number): string {
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return value.toString();
  return `${digits}e${power < 0 ? '-' : '+'}${Math.abs(power).toString().padStart(2, '0')}`;
}

/** Converts a number like Go, which reads it as float64. Throws GoError for what `whole` refuses. */
function integerId(raw: string, rule: IdRule): IdText {
  if (rule === 'exact' && WHOLE.test(raw)) return raw;
  const value = Number(raw);
  if (rule === 'whole' && !Number.isInteger(value))
    throw new GoError(`json-rpc ID must be a whole number, got ${printedFloat(value)}`);
  if (value >= -INT64_LIMIT && value < INT64_LIMIT) return BigInt(Math.trunc(value)).toString();
  if (rule === 'whole') throw new GoError(`json-rpc ID out of int64 range, got ${printedFloat(value)}`);
  return OVERFLOWN_ID;
}

/** Prints a value in an `interface {}` like Go's `%v`. */
function printed(node: JsonNode): string {
  switch (node.type) {
    case 'null':
      return '<nil>';
    case 'bool':
    case 'number':
      return node.raw;
    case 'string':
      return node.value;
    case 'array':
      return `[${node.items.map(printed).join(' ')}]`;
    case 'object':
      return `map[${[...new Map(node.members)]
        .sort()
        .map(([name, value]) => `${name}:${printed(value)}`)
        .join(' ')}]`;
  }
}

function idOf(node: JsonNode, ids: IdRule): IdText {
  const unknown = (goType: string) => new GoError(`json-rpc ID (${printed(node)}) is of unknown type (${goType})`);
  switch (node.type) {
    case 'string':
      return encodeJson(node.value);
    case 'number':
      return integerId(node.raw, ids);
    case 'bool':
      throw unknown('bool');
    case 'array':
      throw unknown('[]interface {}');
    case 'object':
      throw unknown('map[string]interface {}');
    case 'null':
      throw unknown('<nil>');
  }
}

/** Returns what is wrong with a member's type, if anything. Go reports the first problem in the order of the text. */
function memberProblem(field: string, value: JsonNode, ids: IdRule): GoError | undefined {
  const refused = (what: string, goType: string) =>
    new GoError(`json: cannot unmarshal ${what} into Go struct field .${field} of type ${goType}`);
  if (TEXT_FIELDS.has(field) && value.type !== 'string' && value.type !== 'null') return refused(value.type, 'string');
  const isEchoed = ids === 'exact' && WHOLE.test(value.raw);
  if (field === 'id' && value.type === 'number' && !Number.isFinite(Number(value.raw)) && !isEchoed)
    return refused(`number ${value.raw}`, 'float64');
  return undefined;
}

function decodeRequest(node: JsonNode, ids: IdRule): RpcRequest {
  if (node.type === 'null') return { type: 'notification' };
  if (node.type !== 'object')
    throw new GoError(`json: cannot unmarshal ${node.type} into Go value of type ${REQUEST_TYPE}`);
  const members = new Map<string, JsonNode>();
  let problem: GoError | undefined;
  for (const [name, value] of node.members) {
    const field = name.toLowerCase();
    problem ??= memberProblem(field, value, ids);
    // A null does not change a text member.
    if (!TEXT_FIELDS.has(field) || value.type === 'string') members.set(field, value);
  }
  if (problem !== undefined) throw problem;
  const id = members.get('id');
  if (id === undefined || id.type === 'null') return { type: 'notification' };
  const method = members.get('method');
  return {
    type: 'call',
    id: idOf(id, ids),
    method: method?.type === 'string' ? method.value : '',
    params: members.get('params'),
  };
}

/**
 * Parses the requests of a POST body: one, or those of a batch; none for the body `null`. One invalid element
 * invalidates the batch. Throws GoError.
 */
export function readRequests(body: string, ids: IdRule): readonly RpcRequest[] {
  const node = readJson(body);
  if (node.type === 'null') return [];
  if (node.type !== 'array') return [decodeRequest(node, ids)];
  try {
    return node.items.map((item) => decodeRequest(item, ids));
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return [decodeRequest(node, ids)];
  }
}

/** Parses the request of a WebSocket frame. Throws GoError. */
export const readFrame = (text: string, ids: IdRule): RpcRequest => decodeRequest(readFirstJson(text), ids);
