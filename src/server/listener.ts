/**
 * Implements a listener: one address, one handler, HTTP and WebSocket. It binds, divides connections between the fast
 * front and the HTTP server, and closes cleanly. Idle connections end at once, the others within `closeTimeMs`.
 */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FaultGate, Middleware, ProtocolHandler } from '../rpc/protocol_handler.js';
import { addressText, hostPort, type ListenAddress, parseAddress } from './address.js';
import { bind } from './bind.js';
import { Connections, WAITING_CONNECTIONS } from './connections.js';
import { type CorsPolicy, DEFAULT_WEB_SOCKET_ORIGINS, NO_CORS } from './cors.js';
import { answersTaken, createHttpServer, takeConnections } from './http_server.js';
import { DEFAULT_SERVER_LIMITS, type ServerLimits } from './limits.js';
import { type Answer, createPipeline, type OnCrash, type Remote } from './pipeline.js';
import { SlowClientMonitor, type Ticker } from './slow_client_monitor.js';
import type { TlsFiles } from './tls.js';
import { LOCAL_TRUST, type TrustPolicy, trustRules } from './trust.js';
import { WebSocketHost } from './websocket.js';

export interface ListenOptions {
  /** Address, such as `127.0.0.1:8545`, `tcp://…`, `:8545` or `unix:///path`. Port 0 selects a free one. */
  readonly address: string;
  /** Uses a free port when that of the address is in use. */
  readonly orFreePort?: boolean;
  /** Name of the flag that sets the address, for errors: `--json-rpc.address`. */
  readonly flag: string;
  readonly handler: ProtocolHandler;
  /** Serves gRPC, over HTTP/2 with prior knowledge, in place of HTTP/1 and WebSocket. */
  readonly grpc?: boolean;
  /** Whether requests other than WebSocket upgrades are accepted; if false, they are bad requests. */
  readonly http?: boolean;
  readonly cors?: CorsPolicy;
  /** Host names, or patterns of origins with `://`, whose pages may open a WebSocket, besides pages of this machine. */
  readonly webSocketOrigins?: readonly string[];
  readonly trust?: TrustPolicy;
  readonly limits?: Partial<ServerLimits>;
  /** Enables HTTPS and WSS. */
  readonly tls?: TlsFiles;
  /**
   * Enables the time limits for clients that do not read, pings to WebSocket clients, and the detection of clients that
   * have disappeared.
   */
  readonly ticker?: Ticker;
  /** Returns extra headers of responses to preflights, which do not reach the handler. */
  readonly preflightHeaders?: () => Readonly<Record<string, string>>;
  /** Steps that an HTTP request passes before the handler. */
  readonly middleware?: readonly Middleware[];
  /** Faults that requests and messages meet. */
  readonly faults?: FaultGate | undefined;
  /**
   * Receives a bug of the handler that was answered with 500 or 1011. Without it the process gets an uncaught error.
   */
  readonly onCrash?: OnCrash;
}

export interface Listener {
  /** `undefined` for a unix socket. */
  readonly port: number | undefined;
  /** Bound address: `0.0.0.0:8546`, `unix:///run/halley.sock`. */
  readonly address: string;
  /**
   * URL for clients on this machine: `http://127.0.0.1:8546`; for a unix socket, the address; for gRPC
   * `127.0.0.1:9090`, as its clients take it.
   */
  readonly url: string;
  readonly webSocketUrl: string;
  /** Returns the number of open sockets, including WebSockets. */
  connections(): number;
  close(): Promise<void>;
}

const upgradesOnly: Answer = () => ({
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'sec-websocket-version': '13' },
  body: 'Bad Request\n',
});

/** Throws a bug as an uncaught error, where no callback receives it. */
export const uncaught: OnCrash = (_, error) => {
  queueMicrotask(() => {
    throw error;
  });
};

/**
 * Opens a listener. Throws HalleyError `address-in-use` or `invalid-config` that names the address and the flag, or the
 * TLS file.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { handler, flag, ticker, onCrash = uncaught, faults } = options;
  const address = parseAddress(options.address, flag);
  const limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits };
  const trust = trustRules(options.trust ?? LOCAL_TRUST);
  const cors = options.cors ?? NO_CORS;
  const origins = options.webSocketOrigins ?? DEFAULT_WEB_SOCKET_ORIGINS;
  const tls = options.tls && (await import('./tls.js')).readTlsPair(options.tls);

  const answer = options.http === false ? upgradesOnly : createPipeline({ ...options, trust, cors, onCrash });
  const watch = ticker && new SlowClientMonitor(ticker, limits);
  const own = { front: tls === undefined && options.grpc !== true, watch: tls === undefined ? watch : undefined };
  const connections = new Connections({ answer, limits, trust, address, ...own });
  const remoteOf = (socket: Socket): Remote => connections.remoteOf(socket);
  const webSockets = new WebSocketHost({ handler, trust, origins, limits, onCrash, watch, faults });
  const grpc =
    options.grpc === true
      ? (await import('./grpc/grpc_server.js')).createGrpcServer({ handler, answer, limits, trust, remoteOf, onCrash })
      : undefined;
  const { bodyTooLarge } = handler;
  const server = grpc?.server ?? (await createHttpServer({ answer, limits, remoteOf, bodyTooLarge, tls }));
  if (limits.connections > 0) server.maxConnections = limits.connections + WAITING_CONNECTIONS;
  server.on('secureConnection', (socket: Socket) => watch?.add(socket));
  takeConnections(server, (socket, toNode) => connections.accept(socket, toNode));
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket;
    const upgrade = (): void => webSockets.upgrade(request, socket, head, remoteOf(socket));
    const taken = answersTaken(socket);
    // The responses to earlier requests of the connection come first.
    if (taken === undefined) upgrade();
    else void taken.then(() => socket.destroyed || upgrade());
  });
  await bind(server, address, flag, options.orFreePort);

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    webSockets.close();
    grpc?.close();
    await Promise.all([closed, connections.close()]);
  };
  let closing: Promise<void> | undefined;
  return {
    ...urls(address, server.address() as AddressInfo | string | null, grpc ? 'grpc' : tls ? 'https' : 'http'),
    connections: () => connections.size,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function urls(address: ListenAddress, bound: AddressInfo | string | null, protocol: 'http' | 'https' | 'grpc') {
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const text = addressText(address, port);
  if (address.type === 'unix') return { port: undefined, address: text, url: text, webSocketUrl: text };
  const dial = hostPort(dialable(address.host), port ?? address.port);
  // Clients of gRPC take a host and a port.
  if (protocol === 'grpc') return { port, address: text, url: dial, webSocketUrl: dial };
  const url = `${protocol}://${dial}`;
  return { port, address: text, url, webSocketUrl: url.replace('http', 'ws') };
}

function dialable(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
