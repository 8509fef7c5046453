/**
 * Handles every HTTP request of a listener, whichever parser read it. `createPipeline` lists the middleware that a
 * request passes before the protocol handler. No sockets here.
 */
import type { Bytes } from '../kernel/bytes.js';
import {
  behind,
  FAULT_HEADER,
  type FaultGate,
  type Headers,
  type Middleware,
  type Peer,
  type ProtocolHandler,
  type ProtocolResponse,
} from '../rpc/protocol_handler.js';
import { type CorsPolicy, crossOrigin } from './cors.js';
import type { RemoteAddress, TrustRules } from './trust.js';

/** The other end of a connection. */
export interface Remote extends RemoteAddress {
  /** `address:port`, or `unix:///path#1` with a number that the listener assigns. */
  readonly id: string;
  /** Returns true when the connection is closed in both directions. */
  readonly gone?: () => boolean;
  /** Breaks the connection at once. */
  readonly reset?: () => void;
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
  /** The last steps before the handler. */
  readonly middleware?: readonly Middleware[];
  /** Faults that requests meet before those steps. */
  readonly faults?: FaultGate | undefined;
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
  const { address, id, local, gone, reset } = remote;
  return { address, id, local, trusted, gone, reset };
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

export function createPipeline(options: PipelineOptions): Answer {
  const { handler, trust, onCrash, middleware = [] } = options;
  const handle = behind(
    [
      knownHosts(trust),
      crossOrigin(options.cors, options.preflightHeaders),
      crashes(handler.name, onCrash, options.faults),
      ...middleware,
    ],
    handler,
  );
  return ({ method, target, headers, body, piled }, remote) =>
    handle({ method, ...splitTarget(target), headers, body, peer: peerOf(remote, headers, trust), piled });
}

/** Refuses names of other machines, against DNS rebinding. Clients of unix sockets, without address, name no host. */
const knownHosts =
  (trust: TrustRules): Middleware =>
  (next) =>
  (request) =>
    request.peer.address !== '' && !trust.allowsHost(request.headers['host']) ? FOREIGN_HOST : next(request);

/** Answers 500 where the handler fails, which is a bug. Requests pass the faults here, whose answers have CORS headers. */
const crashes =
  (handler: string, onCrash: OnCrash, faults: FaultGate | undefined): Middleware =>
  (next) => {
    faults?.reach(next);
    const crashed = (error: unknown): ProtocolResponse => {
      onCrash(handler, error);
      return CRASHED;
    };
    return (request) => {
      try {
        const isFaulty = faults !== undefined && (faults.on || request.headers[FAULT_HEADER] !== undefined);
        const response = isFaulty ? faults.handle(request, next) : next(request);
        return response instanceof Promise ? response.catch(crashed) : response;
      } catch (error) {
        return crashed(error);
      }
    };
  };
