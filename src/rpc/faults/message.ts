/** Reads the calls of a message, and writes the answers to them, in the forms of each server. */
import { fromUtf8, utf8 } from '../../kernel/text.js';
import type { TextParts } from '../../kernel/text_stream.js';
import { type RawId, rawIdOf, rawIdsOf } from '../jsonrpc/raw_ids.js';
import { survey } from '../jsonrpc/survey.js';
import { IN_PROCESS_PEER, isStreamed, type ProtocolRequest, type ProtocolResponse } from '../protocol_handler.js';
import type { FaultAnswer, FaultyServer, RpcCall, RpcRefusal, RpcReply } from './fault.js';

/** Call with its id as it was written; `undefined` for a notification. */
export interface ReadCall extends RpcCall {
  readonly id: RawId | undefined;
}

export interface ReadMessage {
  readonly calls: readonly ReadCall[];
  readonly isBatch: boolean;
  /** Whether its calls can be answered one by one. */
  readonly isRpc: boolean;
}

const NO_CALLS: ReadMessage = { calls: [], isBatch: false, isRpc: false };
/** Most calls of a batch that are answered one by one; servers refuse longer ones as a whole. */
const MAX_CALLS = 1000;
/** Most levels of parameters that are read, because writing deeper ones again exhausts the stack. */
const MAX_LEVELS = 500;
/** Id of the answer to a URI. */
const URI_ID = '-1';

const JSON_HEADERS = { 'content-type': 'application/json' };

const callOf = (value: unknown, id: RawId | undefined): ReadCall | undefined => {
  const { method, params } = (value ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  return typeof method === 'string' ? { method, params, id, isUri: false } : undefined;
};

const isDeep = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((entry) => isDeep(entry, levels - 1)));

/** Reads a message or a batch of JSON-RPC. Text that is none, or that no server reads, has no calls. */
export function readText(text: string): ReadMessage {
  const value = survey(text).type === 'unreadable' ? undefined : parse(text);
  if (typeof value !== 'object' || value === null) return NO_CALLS;
  const isBatch = Array.isArray(value);
  const calls = isBatch ? rawIdsOf(text).map((id, at) => callOf(value[at], id)) : [callOf(value, rawIdOf(text))];
  const read = calls.filter((call) => call !== undefined);
  const isWhole = read.length > 0 && read.length === calls.length;
  return { calls: read, isBatch, isRpc: isWhole && read.length <= MAX_CALLS && !isDeep(value) };
}

/** Parses JSON. Returns undefined for text that is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the calls of a request of HTTP. */
export function readRequest(server: FaultyServer, request: ProtocolRequest): ReadMessage {
  const { path, query, body } = request;
  if (server === 'rest' || server === 'assets') return { ...NO_CALLS, calls: [routeCall(path)] };
  const name = server === 'comet' ? routeName(path) : '';
  if (name === '') return body.length === 0 ? NO_CALLS : readText(fromUtf8(body));
  const params = Object.fromEntries(query.split('&').flatMap(parameterOf));
  return { calls: [{ method: name, params, id: URI_ID, isUri: true }], isBatch: false, isRpc: true };
}

/** Reads a parameter of a query; one that is not encoded well stays as it is. */
function parameterOf(text: string): readonly (readonly [string, string])[] {
  if (text === '') return [];
  const [, name = text, value = ''] = /^([^=]*)=(.*)$/s.exec(text.replaceAll('+', ' ')) ?? [];
  try {
    return [[decodeURIComponent(name), decodeURIComponent(value)]];
  } catch {
    return [[name, value]];
  }
}

const routeCall = (path: string): ReadCall => ({ method: path, params: undefined, id: undefined, isUri: false });

/** Returns the name of a route of the CometBFT RPC, whose path may begin with a version; empty for JSON-RPC. */
const routeName = (path: string): string => /^(?:\/v[\d.]+)?\/(\w*)$/.exec(path)?.[1] ?? '';

/** Returns the request with a call in place of its own. */
export function requestOf(request: ProtocolRequest, call: ReadCall): ProtocolRequest {
  if (!call.isUri) return { ...request, body: utf8(callText(call)) };
  const params = Object.entries((call.params ?? {}) as Readonly<Record<string, unknown>>);
  const query = params.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return { ...request, path: request.path.replace(/\w*$/, call.method), query };
}

/** Writes a call of JSON-RPC. A notification gets an id, because its answer is awaited. */
export const callText = ({ id = '0', method, params }: Omit<ReadCall, 'isUri'>): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${params === undefined ? '' : `,"params":${JSON.stringify(params)}`}}`;

/** Makes the request of HTTP by which this process calls a method. Its id is 1. */
export const callRequest = (method: string, params: unknown, reset?: () => void): ProtocolRequest => ({
  ...{ method: 'POST', path: '/', query: '', headers: JSON_HEADERS },
  body: utf8(callText({ id: '1', method, params })),
  peer: { ...IN_PROCESS_PEER, reset, impatient: true },
});

const replyText = (id: RawId, reply: RpcReply): string =>
  `{"jsonrpc":"2.0","id":${id},${JSON.stringify(reply).slice(1)}`;

/** Reads the answer to one call; undefined for a text that is none. */
export function readReply(text: string): RpcReply | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { result, error } = value as { readonly result?: unknown; readonly error?: { code: number; message: string } };
  if (error !== undefined && error !== null) return { error };
  return result === undefined ? undefined : { result };
}

/** Writes the answers to the calls of a message. Notifications have none. */
export function answerOf(server: FaultyServer, message: ReadMessage, replies: readonly RpcReply[]): FaultAnswer {
  const texts = message.calls.flatMap(({ id }, at) => {
    const reply = replies[at];
    return id === undefined || reply === undefined ? [] : [replyText(id, reply)];
  });
  const failed = server === 'comet' && !message.isBatch && replies.some((reply) => 'error' in reply);
  const body = message.isBatch && texts.length > 0 ? `[${texts.join(',')}]` : texts.join('');
  return { status: failed ? 500 : 200, headers: JSON_HEADERS, body };
}

/** Writes the refusal of every call of a message, in the dialect of the server. */
export function refusalOf(
  server: FaultyServer,
  message: ReadMessage,
  { status, headers, code, message: text, body }: RpcRefusal,
): FaultAnswer {
  const error = { code, message: text };
  const own = message.isRpc
    ? answerOf(
        server,
        message,
        message.calls.map(() => ({ error })),
      ).body
    : server === 'rest' || server === 'assets'
      ? JSON.stringify({ code, message: text, details: [] })
      : replyText('null', { error });
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: body ?? own };
}

/** Reads a response to its end. */
export async function wholeAnswer(response: ProtocolResponse): Promise<FaultAnswer> {
  const { status, headers } = response;
  if (!isStreamed(response))
    return { status, headers, body: typeof response.body === 'string' ? response.body : fromUtf8(response.body) };
  let body = '';
  for await (const part of response.body) body += part;
  return { status, headers, body };
}

/** Returns the response that a server sends. A body that breaks off ends in the middle, and its connection with it. */
export function responseOf({ status, headers, body, breaksOff }: FaultAnswer): ProtocolResponse {
  if (breaksOff !== true) return { status, headers, body };
  return { status, headers, body: broken(body.slice(0, Math.ceil(body.length / 2))) };
}

/** Returns one part, after which reading fails. */
function broken(text: string): TextParts {
  let isRead = false;
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    if (isRead) throw new Error('the connection breaks off');
    isRead = true;
    return { done: false, value: text };
  };
  const parts: TextParts = {
    next,
    return: async () => ({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => parts,
  };
  return parts;
}
