/**
 * What happens to every HTTP request of a listener, whichever parser read it: the Host check, CORS, the question whether
 * the caller is trusted, then the surface. No sockets here.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { Headers, Peer, ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../rpc/protocol_handler.js';
import { type CorsPolicy, corsHeaders, isPreflight, preflightHeaders } from './cors.js';
import type { RemoteAddress, TrustRules } from './trust.js';

/** The other end of a connection. */
export interface Remote extends RemoteAddress {
  /** `address:port`, or `unix:///path#1` with a number of our own. */
  readonly id: string;
  /** Unix sockets have no host that could be rebound. */
  readonly unix: boolean;
  /** The connection is closed in both directions. */
  readonly gone?: () => boolean;
}

export interface HttpRequest {
  readonly method: string;
  /** As sent: `/status?height=5`. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Bytes;
  /** More requests of the connection may have been read already. */
  readonly piled: boolean;
}

export type Answer = (request: HttpRequest, remote: Remote) => ProtocolResponse | Promise<ProtocolResponse>;

export interface PipelineOptions {
  readonly handler: ProtocolHandler;
  readonly trust: TrustRules;
  readonly cors: CorsPolicy;
  readonly onCrash: OnCrash;
  /** Of the answer to a preflight, beside those of CORS. */
  readonly preflightHeaders?: () => Readonly<Record<string, string>>;
}

/** A surface threw, which it must not: the caller was answered 500, or its WebSocket closed with 1011. */
export type OnCrash = (handler: string, error: unknown) => void;

const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8' };

const FOREIGN_HOST: ProtocolResponse = {
  status: 403,
  headers: TEXT_HEADERS,
  body: 'invalid host specified: use localhost or an IP address, or name the host in the configuration\n',
};

const CRASHED: ProtocolResponse = { status: 500, headers: TEXT_HEADERS, body: 'internal error\n' };

export function peerOf(remote: Remote, headers: Headers, trust: TrustRules): Peer {
  const trusted = remote.believed && !trust.fromForeignPage(headers);
  return { address: remote.address, id: remote.id, local: remote.local, trusted, gone: remote.gone };
}

/** Path and query of a request target; an absolute one (`http://host/path`, as proxies send) loses its head. */
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
/** The last two that were joined: most answers have the headers of the one before. */
const last = { own: NO_HEADERS, extra: NO_HEADERS, both: NO_HEADERS };

function joined(own: ResponseHeaders, extra: ResponseHeaders): ResponseHeaders {
  if (own === last.own && extra === last.extra) return last.both;
  // Not two spreads: in Node.js 20 an object that gains members behind a spread gets a hidden class of its own, in a microsecond.
  const both = Object.assign({}, own, extra);
  Object.assign(last, { own, extra, both });
  return both;
}
