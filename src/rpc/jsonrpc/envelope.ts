/**
 * JSON-RPC 2.0 messages: what a parsed value is (a call, a notification, a response, nothing valid), and the text of an
 * answer with its members in the order `jsonrpc`, `id`, `result` or `error`.
 */
import { Encoded } from './encoded.js';
import type { RpcError } from './errors.js';
import { NULL_ID, type RawId } from './raw_ids.js';

export type Message =
  /** `id` is undefined for a notification, which is executed and not answered. */
  | { readonly type: 'call'; readonly id: RawId | undefined; readonly method: string; readonly params: unknown }
  /** Somebody's answer: not ours to answer. */
  | { readonly type: 'response' }
  | { readonly type: 'invalid'; readonly id: RawId };

/** WebSocket clients may leave out `"jsonrpc":"2.0"`; a version that is given must be right. */
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

/** Go, and so every node, takes names of members in any case. */
function memberOf(message: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(message, name)) return message[name];
  const key = Object.keys(message).find((given) => given.length === name.length && given.toLowerCase() === name);
  return key === undefined ? undefined : message[key];
}

/** Throws when the result is no JSON value: a handler's bug. */
export function resultText(id: RawId, result: unknown): string {
  const text = result instanceof Encoded ? result.text : (JSON.stringify(result) ?? 'null');
  return `${resultHead(id)}${text}}`;
}

/** What stands before a result's text; behind it there is a brace. */
export const resultHead = (id: RawId): string => `{"jsonrpc":"2.0","id":${id},"result":`;

export const errorText = (id: RawId, error: RpcError): string => `{"jsonrpc":"2.0","id":${id},${errorMember(error)}}`;

export function errorMember({ code, message, data }: RpcError): string {
  const body = data === undefined ? { code, message } : { code, message, data };
  return `"error":${JSON.stringify(body)}`;
}
