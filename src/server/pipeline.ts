/**
 * Handles every HTTP request of a listener, whichever parser read it: the Host check, CORS, the trust of the caller,
 * then the protocol handler. It has no sockets.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { Headers, Peer, ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../rpc/protocol_handler.js';
import { type CorsPolicy, corsHeaders, isPreflight, preflightHeaders } from './cors.js';
import type { RemoteAddress, TrustRules } from './trust.js';

/** Other end of a connection. */
export interface Remote extends RemoteAddress {
  /** `address:port`, or `unix:///path#1` with a number that the listener assigns. */
  readonly id: string;
  /** Whether it is a unix socket, which has no host name that DNS could rebind. */
  readonly unix: boolean;
  /** Returns true when the connection is closed in both directions. */
  readonly gone?: () => boolean;
}

export interface HttpRequest {
  readonly method: string;
  /** As sent: `/status?height=5`. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Bytes;
  /** Whether more requests of the connection may already be queued. */
  readonly piled: boolean;
}

export type Answer = (request: HttpRequest, remote: Remote) => ProtocolResponse | Promise<ProtocolResponse>;

export interface PipelineOptions {
  readonly handler: ProtocolHandler;
  readonly trust: TrustRules;
  readonly cors: CorsPolicy;
  readonly onCrash: OnCrash;
  /** Returns headers of the response to a preflight, besides those of CORS. */
  readonly preflightHeaders?: () => Readonly<Record<string, string>>;
}

/**
 * Receives an error that a handler threw, which is a bug. The client got 500, or its WebSocket was closed with 1011.
 */
export type OnCrash = (handler: string, error: unknown) => void;

const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8' };

const FOREIGN_HOST: ProtocolResponse = {
  status: 403,
  headers: TEXT_HEADERS,
  body: 'invalid host specified: use localhost or an IP address, or add the host to the configuration\n',
};

const CRASHED: ProtocolResponse = { status: 500, headers: TEXT_HEADERS, body: 'internal error\n' };

export function peerOf(remote: Remote, headers: Headers, trust: TrustRules): Peer {
  const trusted = remote.believed && !trust.fromForeignPage(headers);
  return { address: remote.address, id: remote.id, local: remote.local, trusted, gone: remote.gone };
}

/**
 * Splits a request target into path and query. Of an absolute one (`http://host/path`, as proxies send) the scheme and
 * host are dropped.
 */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, query: '' } : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

export function createPipeline({ handler, trust, cors, onCrash, preflightHeaders: own }: PipelineOptions): Answer {
  const crashed = (error: unknown): ProtocolResponse => {
    onCrash(handler.name, error);
    return CRASHED;
  };
  const ask = (request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse> => {
    try {
      const response = handler.handle(request);
      return response instanceof Promise ? response.catch(crashed) : response;
    } catch (error) {
      return crashed(error);
    }
  };
  return ({ method, target, headers, body, piled }, remote) => {
    if (!remote.unix && !trust.allowsHost(headers['host'])) return FOREIGN_HOST;
    if (cors.origins.length > 0 && isPreflight(method, headers))
      return { status: 204, headers: { ...own?.(), ...preflightHeaders(cors, headers) }, body: '' };
    const response = ask({
      method,
      ...splitTarget(target),
      headers,
      body,
      peer: peerOf(remote, headers, trust),
      piled,
    });
    const extra = corsHeaders(cors, method, headers['origin']);
    return response instanceof Promise
      ? response.then((settled) => withHeaders(settled, extra))
      : withHeaders(response, extra);
  };
}

type ResponseHeaders = Readonly<Record<string, string>>;

function withHeaders(response: ProtocolResponse, extra: ResponseHeaders): ProtocolResponse {
  return Object.keys(extra).length === 0 ? response : { ...response, headers: joined(response.headers, extra) };
}

const NO_HEADERS: ResponseHeaders = {};
/** Last two objects that were joined, because most responses have the headers of the one before. */
const last = { own: NO_HEADERS, extra: NO_HEADERS, both: NO_HEADERS };

function joined(own: ResponseHeaders, extra: ResponseHeaders): ResponseHeaders {
  if (own === last.own && extra === last.extra) return last.both;
  // This avoids two spreads: in Node.js 20 an object that gains members after a spread gets its own hidden class, which
  // costs a microsecond.
  const both = Object.assign({}, own, extra);
  Object.assign(last, { own, extra, both });
  return both;
}
