/**
 * Classifies parsed JSON-RPC 2.0 messages (a call, a notification, a response, or invalid). Encodes responses with
 * their members in the order `jsonrpc`, `id`, `result` or `error`.
 */
import { Encoded } from './encoded.js';
import type { RpcError } from './errors.js';
import { NULL_ID, type RawId } from './raw_ids.js';

export type Message =
  /** `id` is undefined for a notification, which is executed but not answered. */
  | { readonly type: 'call'; readonly id: RawId | undefined; readonly method: string; readonly params: unknown }
  /** A response of the client is ignored. */
  | { readonly type: 'response' }
  | { readonly type: 'invalid'; readonly id: RawId };

/**
 * Decides whether `"jsonrpc":"2.0"` is required. WebSocket clients may omit it; a version that is given must be right.
 */
export type VersionRule = 'required' | 'optional';

const isContainer = (id: RawId): boolean => id.startsWith('{') || id.startsWith('[');

export function readMessage(value: unknown, rawId: RawId | undefined, version: VersionRule): Message {
  const id = rawId === undefined || isContainer(rawId) ? undefined : rawId;
  const invalid: Message = { type: 'invalid', id: id ?? NULL_ID };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid;
  const message = value as Readonly<Record<string, unknown>>;
  const jsonrpc = memberOf(message, 'jsonrpc');
  if (jsonrpc !== '2.0' && !(version === 'optional' && jsonrpc === undefined)) return invalid;
  const method = memberOf(message, 'method');
  if (typeof method === 'string' && method !== '') {
    if (rawId !== undefined && id === undefined) return invalid;
    return { type: 'call', id, method, params: memberOf(message, 'params') };
  }
  const answers = message['result'] !== undefined || message['error'] !== undefined;
  return answers && method === undefined ? { type: 'response' } : invalid;
}

/** Finds a member by name in any case, as Go and therefore every node does. */
function memberOf(message: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(message, name)) return message[name];
  const key = Object.keys(message).find((given) => given.length === name.length && given.toLowerCase() === name);
  return key === undefined ? undefined : message[key];
}

/** Encodes a result. Throws when it is no JSON value, which is a handler's bug. */
export function resultText(id: RawId, result: unknown): string {
  const text = result instanceof Encoded ? result.text : (JSON.stringify(result) ?? 'null');
  return `${resultHead(id)}${text}}`;
}

/** Returns the text before a result; a brace follows the result. */
export const resultHead = (id: RawId): string => `{"jsonrpc":"2.0","id":${id},"result":`;

export const errorText = (id: RawId, error: RpcError): string => `{"jsonrpc":"2.0","id":${id},${errorMember(error)}}`;

export function errorMember({ code, message, data, trace }: RpcError): string {
  return `"error":${JSON.stringify({ code, message, data, stack: trace?.frames })}`;
}
