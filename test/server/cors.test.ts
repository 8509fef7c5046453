import { expect, test } from 'vitest';
import {
  type CorsPolicy,
  corsHeaders,
  isPreflight,
  matchesOrigin,
  NO_CORS,
  OPEN_CORS,
  preflightHeaders,
} from '../../src/server/cors.js';

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';
const ORIGIN = 'https://a.example.com';

const preflight = ({ origin = ORIGIN, method = 'POST', headers }: Record<string, string | undefined>) => ({
  origin,
  'access-control-request-method': method,
  ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
});
/** Returns what the policy allows a preflight, or undefined when it allows nothing. */
function allowed(policy: Partial<CorsPolicy>, request: Record<string, string | undefined>) {
  const { vary, ...rest } = preflightHeaders({ ...OPEN_CORS, ...policy }, preflight(request));
  expect(vary).toBe(VARY);
  return Object.keys(rest).length === 0 ? undefined : rest;
}

test('accepts one wildcard in an origin, and letters of either case', () => {
  for (const [pattern, origin, matches] of [
    ['https://*.example.com', 'https://a.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.EXAMPLE.com', 'HTTPS://a.example.com', true],
    ['https://*.example.com', 'https://.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['http://localhost:*', 'http://localhost:3000', true],
    ['http://one.test', 'http://ONE.test', true],
    ['http://one.test', 'http://one.test:80', false],
    ['*', 'null', true],
    ['aa*aa', 'aaa', false],
  ] as const)
    expect(matchesOrigin(pattern, origin), `${pattern} ${origin}`).toBe(matches);
});

test('answers a preflight by origin, method and headers, and allows only what was requested', () => {
  const origins = ['https://*.example.com', 'http://one.test'];
  expect(allowed({ origins }, { headers: 'content-type' })).toEqual({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  });
  expect(allowed({ origins: ['*'] }, {})).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
  });
  expect(allowed({ origins }, { origin: 'https://a.example.org' })).toBeUndefined();
  expect(allowed({ origins }, { origin: '' })).toBeUndefined();
  expect(allowed({ origins }, { method: 'PUT' })).toBeUndefined();
  expect(allowed({ origins }, { method: 'post' })).toBeUndefined();
  expect(allowed({ origins }, { method: 'OPTIONS' })).toBeDefined();
});

test('accepts the names of headers as browsers send them: in lower case, sorted, each once', () => {
  for (const headers of ['', 'accept', 'accept,content-type', ' accept ,\tx-requested-with', ',,accept,,'])
    expect(allowed({}, { headers }), headers).toBeDefined();
  for (const headers of [
    'Content-Type',
    'content-type,accept',
    'accept,accept',
    'accept,x-secret',
    '  accept',
    ','.repeat(17),
  ])
    expect(allowed({}, { headers }), headers).toBeUndefined();
  expect(allowed({ headers: ['*'] }, { headers: 'X-Any, B, a' })).toBeDefined();
});

test('allows simple methods and headers where none are configured', () => {
  const bare = { methods: [], headers: [] };
  expect(allowed(bare, { headers: 'accept,content-type,x-requested-with' })).toBeDefined();
  expect(allowed(bare, { headers: 'x-server-time' })).toBeUndefined();
  expect(allowed(bare, { method: 'HEAD' })).toBeDefined();
  expect(allowed(bare, { method: 'DELETE' })).toBeUndefined();
});

test('recognizes a preflight by its method and the method that it requests', () => {
  expect(isPreflight('OPTIONS', preflight({}))).toBe(true);
  expect(isPreflight('OPTIONS', {})).toBe(false);
  expect(isPreflight('OPTIONS', { 'access-control-request-method': '' })).toBe(false);
  expect(isPreflight('POST', preflight({}))).toBe(false);
});

test('sends the allowed origin on other responses, and nothing where CORS is off', () => {
  const vary = { vary: 'Origin' };
  expect(corsHeaders(NO_CORS, 'POST', ORIGIN)).toEqual({});
  expect(corsHeaders(OPEN_CORS, 'POST', ORIGIN)).toEqual({ ...vary, 'access-control-allow-origin': '*' });
  expect(corsHeaders(OPEN_CORS, 'POST', undefined)).toEqual(vary);
  expect(corsHeaders(OPEN_CORS, 'PUT', ORIGIN)).toEqual(vary);
  const one = { ...OPEN_CORS, origins: [ORIGIN] };
  expect(corsHeaders(one, 'GET', ORIGIN)).toEqual({ ...vary, 'access-control-allow-origin': ORIGIN });
  expect(corsHeaders(one, 'GET', 'http://two.test')).toEqual(vary);
});
