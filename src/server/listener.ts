/**
 * A listener: one address, one surface, HTTP and WebSocket. It binds, sorts connections between the fast front and the
 * HTTP server, and closes cleanly: what is idle ends at once, what is under way within `closeTimeMs`.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProtocolHandler } from '../rpc/protocol_handler.js';
import { addressText, hostPort, type ListenAddress, parseAddress } from './address.js';
import { bind } from './bind.js';
import { Connections, WAITING_CONNECTIONS } from './connections.js';
import { type CorsPolicy, NO_CORS } from './cors.js';
import { answersTaken, createHttpServer, takeConnections } from './http_server.js';
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from './limits.js';
import { type Answer, createPipeline, type OnCrash, type Remote } from './pipeline.js';
import { type Ticker, Watch } from './slow_client_monitor.js';
import type { TlsFiles } from './tls.js';
import { LOCAL_TRUST, type TrustPolicy, trustRules } from './trust.js';
import { WebSocketHost } from './websocket.js';

export interface ListenOptions {
  /** `127.0.0.1:8545`, `tcp://…`, `:8545`, `unix:///path`; port 0 picks a free one. */
  readonly address: string;
  /** Takes a free port when that of the address is in use. */
  readonly orFreePort?: boolean;
  /** Where the address can be changed: `--json-rpc.address`. */
  readonly flag: string;
  readonly handler: ProtocolHandler;
  /** False: WebSocket upgrades only, anything else is a bad request. */
  readonly http?: boolean;
  readonly cors?: CorsPolicy;
  /** Host names, or patterns of origins with `://`, whose pages may open a WebSocket, besides pages of this machine. */
  readonly webSocketOrigins?: readonly string[];
  readonly trust?: TrustPolicy;
  readonly limits?: Partial<ServerLimits>;
  /** Makes it HTTPS and WSS. */
  readonly tls?: TlsFiles;
  /** With it clients that do not read are cut off, WebSocket clients pinged, and those that are gone cut off too. */
  readonly ticker?: Ticker;
  /** Headers of the answers to preflights, which the surface does not hear of. */
  readonly preflightHeaders?: () => Readonly<Record<string, string>>;
  /** A bug of the surface was answered with 500 or 1011; without it the process gets the error as an uncaught one. */
  readonly onCrash?: OnCrash;
}

export interface Listener {
  /** Undefined for a unix socket. */
  readonly port: number | undefined;
  /** What was bound: `0.0.0.0:8546`, `unix:///run/halley.sock`. */
  readonly address: string;
  /** What a client on this machine can dial: `http://127.0.0.1:8546`; the address for a unix socket. */
  readonly url: string;
  readonly webSocketUrl: string;
  /** Open sockets, WebSockets included. */
  connections(): number;
  close(): Promise<void>;
}

/** What a node allows by default (evm-json-rpc.md 2.2, `ws-origins`). */
export const DEFAULT_WEB_SOCKET_ORIGINS: readonly string[] = ['127.0.0.1', 'localhost'];

const upgradesOnly: Answer = () => ({
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'sec-websocket-version': '13' },
  body: 'Bad Request\n',
});

/** Where nobody hears of bugs. */
export const uncaught: OnCrash = (_, error) => {
  queueMicrotask(() => {
    throw error;
  });
};

/** Throws HalleyError `address-in-use` or `invalid-config`, naming the address and the flag, or a file of TLS. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { handler, flag, ticker, preflightHeaders, onCrash = uncaught } = options;
  const address = parseAddress(options.address, flag);
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const trust = trustRules(options.trust ?? LOCAL_TRUST);
  const cors = options.cors ?? NO_CORS;
  const origins = options.webSocketOrigins ?? DEFAULT_WEB_SOCKET_ORIGINS;
  const tls = options.tls && (await import('./tls.js')).readTlsPair(options.tls);

  const pipeline = { handler, trust, cors, onCrash, ...(preflightHeaders && { preflightHeaders }) };
  const answer = options.http === false ? upgradesOnly : createPipeline(pipeline);
  const watch = ticker && new Watch(ticker, limits);
  const connections = new Connections({ answer, limits, trust, address, watch, tls: tls !== undefined });
  const remoteOf = (socket: Socket): Remote => connections.remoteOf(socket);
  const webSockets = new WebSocketHost({ handler, trust, origins, limits, onCrash, watch });
  const server = await createHttpServer({ answer, limits, remoteOf, bodyTooLarge: handler.bodyTooLarge, tls });
  if (limits.connections > 0) server.maxConnections = limits.connections + WAITING_CONNECTIONS;
  server.on('secureConnection', (socket: Socket) => watch?.add(socket));
  takeConnections(server, (socket, toNode) => connections.accept(socket, toNode));
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket;
    const upgrade = (): void => webSockets.upgrade(request, socket, head, remoteOf(socket));
    const taken = answersTaken(socket);
    // The answers to the requests before it come first.
    if (taken === undefined) upgrade();
    else void taken.then(() => socket.destroyed || upgrade());
  });
  await bind(server, address, flag, options.orFreePort);

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    webSockets.close();
    await Promise.all([closed, connections.close()]);
  };
  let closing: Promise<void> | undefined;
  return {
    ...urls(address, server.address() as AddressInfo | string | null, tls === undefined ? '' : 's'),
    connections: () => connections.size,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function urls(address: ListenAddress, bound: AddressInfo | string | null, secure: '' | 's') {
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const text = addressText(address, port);
  if (address.type === 'unix') return { port: undefined, address: text, url: text, webSocketUrl: text };
  const dial = hostPort(dialable(address.host), port ?? address.port);
  return { port, address: text, url: `http${secure}://${dial}`, webSocketUrl: `ws${secure}://${dial}` };
}

function dialable(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
