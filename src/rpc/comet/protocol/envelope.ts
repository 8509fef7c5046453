/** Response envelopes (consensus-rpc.md 1.1): keys in the engine's order, absent ones left out. */
import type { RpcError } from './error.js';
import { encodeJson, type Json, JsonText } from './json.js';

/** An id as JSON text, ready to be echoed. */
export type IdText = string;

/** Of every answer to a URI request, and to a request during which the server failed. */
export const NO_ID: IdText = '-1';

export type Outcome = { readonly result: Json | JsonText } | { readonly error: RpcError };

const encodeError = ({ code, message, data }: RpcError): string =>
  encodeJson({ code, message, ...(data !== undefined && data !== '' && { data }) });

/** Without an id the key is left out: the request could not be read so far. */
export function encodeResponse(id: IdText | undefined, outcome: Outcome): string {
  const head = id === undefined ? '{"jsonrpc":"2.0"' : `{"jsonrpc":"2.0","id":${id}`;
  return 'error' in outcome
    ? `${head},"error":${encodeError(outcome.error)}}`
    : `${head},"result":${resultText(outcome.result)}}`;
}

const resultText = (result: Json | JsonText): string => (result instanceof JsonText ? result.text : encodeJson(result));

/** As the engine does it: one response is never wrapped in an array. */
export const encodeResponses = (responses: readonly string[]): string =>
  responses.length === 1 ? (responses[0] as string) : `[${responses.join(',')}]`;
