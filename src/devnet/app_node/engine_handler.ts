/**
 * Forwards requests of the dashboard to the CometBFT RPC of the engine, which has the blocks and the consensus state.
 */
import type { Endpoint } from '../../client/endpoint.js';
import { forwardRequest } from '../../client/forward.js';
import { HalleyError } from '../../kernel/errors.js';
import type { ProtocolHandler, ProtocolResponse } from '../../rpc/protocol_handler.js';

/**
 * Limits a request. The engine waits at most 10 s for a broadcast transaction. A block of CometBFT's default limit, 21 MiB,
 * has 28 MiB in base64.
 */
const LIMITS = { timeoutMs: 20_000, maxBytes: 100_000_000 };

/** Lists the headers of the engine's response that are forwarded; the others belong to its connection. */
const PASSED = ['content-type'];

/**
 * Returns a handler that forwards requests to the engine. While it is unreachable, they get 503 with an explanation. Methods that
 * cannot be forwarded get 405.
 */
export const engineHandler = (endpoint: Endpoint): ProtocolHandler => ({
  name: 'RPC of the engine',
  async handle({ method, path, query, headers, body }) {
    try {
      const { 'content-type': type } = headers;
      const response = await forwardRequest(
        endpoint,
        { method, path, query, body, headers: type === undefined ? {} : { 'content-type': type } },
        LIMITS,
      );
      const passed = Object.entries(response.headers).filter(([name]) => PASSED.includes(name));
      return { status: response.status, headers: Object.fromEntries(passed), body: response.body };
    } catch (error) {
      if (error instanceof HalleyError) return refusal(error);
      throw error;
    }
  },
});

function refusal({ code, message }: HalleyError): ProtocolResponse {
  const error = code === 'unavailable' ? `the engine does not answer: ${message}` : message;
  return {
    status: code === 'invalid-argument' ? 405 : 503,
    headers: { 'content-type': 'application/json', ...(code === 'invalid-argument' && { allow: 'GET, HEAD, POST' }) },
    body: JSON.stringify({ error }),
  };
}
