/** Encodes response envelopes (consensus-rpc.md 1.1): keys are in the engine's order, and absent ones are omitted. */
import type { Json } from '../../../kernel/json.js';
import type { RpcError } from './error.js';
import { encodeJson, JsonText } from './json.js';

/** Id as JSON text, ready to be echoed. */
export type IdText = string;

/** Id of every response to a URI request, and to a request during which the server failed. */
export const NO_ID: IdText = '-1';

export type Outcome = { readonly result: Json | JsonText } | { readonly error: RpcError };

const encodeError = ({ code, message, data }: RpcError): string =>
  encodeJson({ code, message, data: data || undefined });

/** Encodes a response. Without an id the key is omitted: the request's id could not be read. */
export function encodeResponse(id: IdText | undefined, outcome: Outcome): string {
  const head = id === undefined ? '{"jsonrpc":"2.0"' : `{"jsonrpc":"2.0","id":${id}`;
  return 'error' in outcome
    ? `${head},"error":${encodeError(outcome.error)}}`
    : `${head},"result":${resultText(outcome.result)}}`;
}

const resultText = (result: Json | JsonText): string => (result instanceof JsonText ? result.text : encodeJson(result));

/** Joins responses like the engine: a single response is never wrapped in an array. */
export const encodeResponses = (responses: readonly string[]): string =>
  responses.length === 1 ? (responses[0] as string) : `[${responses.join(',')}]`;
