/** HTTP responses of interface B (consensus-rpc.md 1.3, 1.8). */
import type { ProtocolResponse } from '../../protocol_handler.js';
import { encodeResponse, encodeResponses, NO_ID } from '../protocol/envelope.js';
import { internalError, type RpcError } from '../protocol/error.js';

/** The engine's default maximum age: a day. */
const CACHE_CONTROL = 'public, max-age=86400';

export const text = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  body,
});

export const NOT_FOUND = text(404, '404 page not found\n');

export const html = (body: string): ProtocolResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body,
});

/** Without responses there is no body and no content type: all requests were notifications. */
export function answers(responses: readonly string[], cacheable: boolean): ProtocolResponse {
  if (responses.length === 0) return { status: 200, headers: {}, body: '' };
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...(cacheable && { 'cache-control': CACHE_CONTROL }) },
    body: encodeResponses(responses),
  };
}

export const failure = (status: number, error: RpcError, id?: string): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encodeResponse(id, { error }),
});

/** Whatever the request was, its id is lost. */
export const panic = (message: string): ProtocolResponse => failure(500, internalError(message), NO_ID);
