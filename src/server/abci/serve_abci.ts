/**
 * Serves an application over ABCI's socket protocol (CometBFT abci/server/socket_server.go). An engine opens four
 * connections, for consensus, mempool, queries and snapshots; any of them may carry any request.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ServedApplication } from '../../abci/application.js';
import { addressText, hostPort, type ListenAddress, parseAddress } from '../address.js';
import { bind } from '../bind.js';
import { uncaught } from '../listener.js';
import type { OnCrash } from '../pipeline.js';
import { AbciConnection } from './connection.js';
import { type AbciLimits, DEFAULT_ABCI_LIMITS } from './limits.js';
import { Responder } from './responder.js';

/** Connection of an engine. */
export interface AbciPeer {
  /** `address:port`, or `unix:///path#1` with a number that the server assigns. */
  readonly id: string;
  /** Number of open connections, with this one. */
  readonly connections: number;
}

export interface ServeAbciOptions {
  /** Address: `tcp://127.0.0.1:26658`, `127.0.0.1:26658` or `unix:///path`. Port 0 selects a free one. */
  readonly address: string;
  /** Name of the flag that sets the address, for errors. The default is `--abci`. */
  readonly flag?: string;
  readonly application: ServedApplication;
  /**
   * Runs once, when the application has failed and cannot go on, or the engine is unsuitable. The engine has received
   * the exception before, if it reads. All further requests are refused.
   */
  readonly onFatal: (error: unknown) => void;
  readonly onConnect?: (peer: AbciPeer) => void;
  /** Receives why the connection was closed, unless the engine closed it between two messages. */
  readonly onDisconnect?: (peer: AbciPeer, problem: string | undefined) => void;
  /**
   * Receives a bug that was answered with an error of one request. Without it the process gets an uncaught error.
   */
  readonly onCrash?: OnCrash;
  readonly limits?: Partial<AbciLimits>;
}

export interface AbciServer {
  /** Bound address with its scheme, as an engine's `proxy_app` takes it. */
  readonly address: string;
  /** Returns the number of open connections. */
  connections(): number;
  /** Closes all connections. Resolves when no call that an engine has made is running, except for queries. */
  close(): Promise<void>;
}

/** Idle time after which TCP probes whether the engine still exists, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;

/** Opens the server. Throws HalleyError `address-in-use` or `invalid-config` that names the address and the flag. */
export async function serveAbci(options: ServeAbciOptions): Promise<AbciServer> {
  const { application, flag = '--abci', onFatal, onCrash = uncaught } = options;
  const address = parseAddress(options.address, flag);
  const limits = { ...DEFAULT_ABCI_LIMITS, ...options.limits };
  const open = new Set<AbciConnection>();
  const responder = new Responder({ application, onCrash, onFailure: (error, { closed }) => void fail(error, closed) });
  let accepted = 0;

  /** Waits until the engine has read the exception and closed the connection, or the time for it is over. */
  async function fail(error: unknown, informed: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, limits.exceptionTimeMs);
    });
    await Promise.race([late, informed]);
    clearTimeout(timer);
    onFatal(error);
  }

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS }, (socket) => {
    accepted += 1;
    const id = peerId(socket, address, accepted);
    const connection = new AbciConnection(socket, {
      responder,
      limits,
      onClose: (problem) => {
        options.onDisconnect?.({ id, connections: open.size }, problem);
        open.delete(connection);
      },
    });
    open.add(connection);
    options.onConnect?.({ id, connections: open.size });
  });
  server.maxConnections = limits.connections;
  await bind(server, address, flag);

  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const connection of open) connection.destroy();
    await Promise.all([closed, responder.settled()]);
  };
  let closing: Promise<void> | undefined;
  return {
    address: boundAddress(address, server.address() as AddressInfo | string | null),
    connections: () => open.size,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function boundAddress(address: ListenAddress, bound: AddressInfo | string | null): string {
  const text = addressText(address, typeof bound === 'object' ? bound?.port : undefined);
  return address.type === 'unix' ? text : `tcp://${text}`;
}

function peerId({ remoteAddress = '', remotePort = 0 }: Socket, address: ListenAddress, number: number): string {
  return address.type === 'unix' ? `${addressText(address, undefined)}#${number}` : hostPort(remoteAddress, remotePort);
}
