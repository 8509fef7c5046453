/** Builds the dashboard's responses, and adds the headers that protect the page. */
import type { ProtocolResponse } from '../protocol_handler.js';

/** Restricts the page to its own files, so that no text of a contract or memo can run as script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Adds the headers that protect the page. Without a caching rule of its own, a response is never stored. */
export const secured = (response: ProtocolResponse): ProtocolResponse => ({
  ...response,
  headers: {
    ...response.headers,
    ...SECURITY,
    'cache-control': response.headers['etag'] === undefined ? 'no-store' : 'no-cache',
  },
});

/** Adds the headers of a script that pages of any origin may load. */
export const shared = (response: ProtocolResponse): ProtocolResponse => ({
  ...response,
  headers: {
    ...response.headers,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  },
});

export const plainText = (status: number, text: string): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});
