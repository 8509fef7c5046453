/**
 * Implements CORS for an endpoint that is open to every page: it uses no keys and ignores credentials. A star for
 * headers does not cover `authorization` (Fetch standard, CORS protocol), so that header is listed, and so are those
 * that the page requests.
 */
import type { Headers } from '../../rpc/protocol_handler.js';

export const ANY_PAGE = { 'access-control-allow-origin': '*' };

const HEADER_NAME = /^[\w-]+$/;

/** Returns the headers of the response to a preflight. */
export function anyPagePreflight(headers: Headers): Readonly<Record<string, string>> {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  const names = ['*', 'authorization', ...asked.filter((name) => HEADER_NAME.test(name) && name !== 'authorization')];
  return {
    ...ANY_PAGE,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': names.join(', '),
  };
}
