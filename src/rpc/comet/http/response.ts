/** Builds HTTP responses of the CometBFT RPC (consensus-rpc.md 1.3, 1.8). */
import type { ProtocolResponse } from '../../protocol_handler.js';
import type { ArgValues } from '../protocol/decode_args.js';
import { encodeResponse, encodeResponses, NO_ID } from '../protocol/envelope.js';
import { internalError, type RpcError } from '../protocol/error.js';
import type { Route } from '../route.js';

/** Engine's default maximum age: one day. */
const JSON_HEADERS = { 'content-type': 'application/json' };
const CACHED_JSON_HEADERS = { ...JSON_HEADERS, 'cache-control': 'public, max-age=86400' };

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

/**
 * Returns the responses of a request. Without responses (all were notifications) there is no body and no content type.
 */
export function answers(responses: readonly string[], cacheable: boolean): ProtocolResponse {
  if (responses.length === 0) return { status: 200, headers: {}, body: '' };
  return {
    status: 200,
    headers: cacheable ? CACHED_JSON_HEADERS : JSON_HEADERS,
    body: encodeResponses(responses),
  };
}

export const failure = (status: number, error: RpcError, id?: string): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: encodeResponse(id, { error }),
});

/** Returns the response to a panic, which has the id -1 whatever the request was. */
export const panic = (message: string): ProtocolResponse => failure(500, internalError(message), NO_ID);

/** Returns whether a proxy may cache the response for a day (consensus-rpc.md 1.8). */
export function isCacheable({ caching }: Route, args: ArgValues, strict: boolean): boolean {
  switch (caching) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'moving':
      return strict;
    case 'with-height':
      return args['height'] !== undefined;
  }
}
