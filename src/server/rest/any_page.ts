/**
 * CORS for a door that every page may ask: nothing behind it acts with keys, and credentials are ignored. A star for
 * headers does not cover `authorization` (Fetch standard, CORS protocol), so it is named, and with it what the page names.
 */
import type { Headers } from '../../rpc/protocol_handler.js';

export const ANY_PAGE = { 'access-control-allow-origin': '*' };

const HEADER_NAME = /^[\w-]+$/;

/** Of the answer to a preflight. */
export function anyPagePreflight(headers: Headers): Readonly<Record<string, string>> {
  const asked = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim());
  const names = ['*', 'authorization', ...asked.filter((name) => HEADER_NAME.test(name) && name !== 'authorization')];
  return {
    ...ANY_PAGE,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': names.join(', '),
  };
}
