/**
 * Forwards HTTP requests and WebSockets to another node, for a proxy and for the dashboard. The address of the node may
 * contain secrets, so errors have only its label.
 */
import { WebSocket } from 'ws';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import type { Endpoint } from './endpoint.js';
import { connectionFailure } from './json_rpc_client.js';
import { limitedBytes } from './limited_body.js';

export interface ForwardLimits {
  readonly timeoutMs: number;
  /** Most bytes of a response, and of a message of a WebSocket. */
  readonly maxBytes: number;
}

/** Path and query of a request below the address of the node. */
export interface ForwardTarget {
  readonly path: string;
  /** Without `?`; empty without a query. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface ForwardedRequest extends ForwardTarget {
  readonly method: string;
  readonly body: Bytes;
}

export interface ForwardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

/** Headers that belong to one connection, or that the client library sets. */
const OWN_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'],
  ...['host', 'content-length', 'accept-encoding', 'origin', 'referer'],
]);

/** Methods without a body: `fetch` refuses to send one. */
const BODILESS = new Set(['GET', 'HEAD']);

/** Methods that `fetch` refuses to send. */
const NOT_SENT = new Set(['CONNECT', 'TRACE', 'TRACK']);

function headersFor({ headers }: ForwardTarget, endpoint: Endpoint): Record<string, string> {
  const passed = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !OWN_HEADERS.has(name) && !name.startsWith('sec-'),
  );
  return { ...(Object.fromEntries(passed) as Record<string, string>), ...endpoint.headers };
}

/** Joins the address of the node, which may have a path and a query, with those of the request. */
function urlFor({ http }: Endpoint, { path, query }: ForwardTarget): string {
  const url = new URL(http);
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '/' ? base : `${base}${path}`;
  url.search = [url.search.slice(1), query].filter((part) => part !== '').join('&');
  return url.href;
}

/**
 * Forwards a request. Throws HalleyError: `unavailable` without a response, `limit-exceeded` for one that is too long,
 * `invalid-argument` for a method that cannot be forwarded.
 */
export async function forwardRequest(
  endpoint: Endpoint,
  request: ForwardedRequest,
  { timeoutMs, maxBytes }: ForwardLimits,
): Promise<ForwardedResponse> {
  const { method, body } = request;
  if (NOT_SENT.has(method))
    throw new HalleyError(
      'invalid-argument',
      `${method} requests are not passed on to ${endpoint.label}: use GET or POST`,
    );
  const signal = AbortSignal.timeout(timeoutMs);
  let bytes: Bytes | undefined;
  try {
    const response = await fetch(urlFor(endpoint, request), {
      ...{ method, signal, redirect: 'manual', headers: headersFor(request, endpoint) },
      body: body.length > 0 && !BODILESS.has(method) ? Buffer.from(body) : undefined,
    });
    bytes = await limitedBytes(response.body, maxBytes);
    if (bytes !== undefined)
      return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
  } catch (error) {
    const reason = signal.aborted ? `no response within ${timeoutMs} ms` : connectionFailure(error);
    throw new HalleyError('unavailable', `cannot reach ${endpoint.label}: ${reason}`);
  }
  throw new HalleyError('limit-exceeded', `${endpoint.label} answered with more than ${maxBytes} bytes`);
}

export interface ForwardedSocketListener {
  message(text: string): void;
  /** Runs once, also when the connection fails. */
  close(code: number, reason: string): void;
}

/** WebSocket to the node. Messages that are sent before it is open wait. */
export interface ForwardedSocket {
  send(text: string): void;
  close(): void;
}

/** Close code of a server that cannot continue. */
const FAILED = 1011;
/** Most characters of a reason, because a close frame has room for 123 bytes. */
const MAX_REASON = 120;

export function forwardSocket(
  endpoint: Endpoint,
  target: ForwardTarget,
  { timeoutMs, maxBytes }: ForwardLimits,
  listener: ForwardedSocketListener,
): ForwardedSocket {
  const url = urlFor(endpoint, target).replace(/^http/, 'ws');
  const socket = new WebSocket(url, {
    ...{ headers: headersFor(target, endpoint), handshakeTimeout: timeoutMs, maxPayload: maxBytes },
    ...{ perMessageDeflate: false, followRedirects: false },
  });
  let waiting: string[] | undefined = [];
  let failure: string | undefined;
  socket.on('open', () => {
    for (const text of waiting ?? []) socket.send(text);
    waiting = undefined;
  });
  socket.on('message', (data) => listener.message(String(data)));
  socket.on('error', (error) => {
    failure = `cannot reach ${endpoint.label}: ${connectionFailure(error)}`;
  });
  socket.on('close', (code, reason) =>
    failure === undefined ? listener.close(code, String(reason)) : listener.close(FAILED, failure.slice(0, MAX_REASON)),
  );
  return {
    send(text) {
      if (waiting !== undefined) waiting.push(text);
      else if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
