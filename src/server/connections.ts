/**
 * Tracks the open connections of a listener: their remote ends, and which ones the fast front still serves. Beyond the
 * limit, connections wait, as they would in the backlog of a Go node, whose server stops accepting at its limit.
 */
import type { Socket } from 'node:net';
import { addressText, hostPort, type ListenAddress } from './address.js';
import { Front } from './front.js';
import type { ServerLimits } from './limits.js';
import type { Answer, Remote } from './pipeline.js';
import type { SlowClientMonitor } from './slow_client_monitor.js';
import type { TrustRules } from './trust.js';

export interface ConnectionsOptions {
  readonly answer: Answer;
  readonly limits: ServerLimits;
  readonly trust: TrustRules;
  readonly address: ListenAddress;
  /** Absent where sockets carry TLS: the decrypted ones are watched instead. */
  readonly watch: SlowClientMonitor | undefined;
  /** Whether the fast front reads first. It reads neither TLS nor HTTP/2. */
  readonly front: boolean;
}

/**
 * Most connections that wait until others end: the number that Node requests from the kernel. Further ones are dropped
 * at once.
 */
export const WAITING_CONNECTIONS = 511;

/** Idle time after which TCP probes whether the other end still exists, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;

type Serve = (socket: Socket) => void;

const ignore = (): void => {};

export class Connections {
  readonly #open = new Set<Socket>();
  readonly #waiting = new Map<Socket, Serve>();
  readonly #remotes = new WeakMap<Socket, Remote>();
  readonly #fronts = new Map<Socket, Front>();
  #unixSockets = 0;
  #closing = false;
  #onEmpty = ignore;

  constructor(readonly options: ConnectionsOptions) {}

  /** Number of connections that are served. */
  get size(): number {
    return this.#open.size;
  }

  /** Serves a new socket, or queues it. The front serves it until it sends something that only `toNode` can read. */
  accept(socket: Socket, toNode: Serve): void {
    const { connections } = this.options.limits;
    // Without a listener a broken connection would end the process.
    socket.on('error', ignore);
    if (connections === 0 || this.#open.size < connections) this.#serve(socket, toNode);
    else {
      this.#waiting.set(socket, toNode);
      socket.once('close', () => this.#waiting.delete(socket));
    }
  }

  /** Returns the remote end, also for the socket inside a TLS connection. */
  remoteOf(socket: Socket): Remote {
    const known = this.#remotes.get(socket);
    if (known !== undefined) return known;
    const remote = this.#describe(socket);
    this.#remotes.set(socket, remote);
    return remote;
  }

  /**
   * Ends waiting connections and those of the front: idle ones at once, the others at the latest after `closeTimeMs`.
   * Resolves when no connection is left and all close events have run.
   */
  close(): Promise<void> {
    this.#closing = true;
    for (const socket of this.#waiting.keys()) socket.destroy();
    for (const front of this.#fronts.values()) front.close();
    if (this.#open.size === 0) return Promise.resolve();
    const timer = setTimeout(() => this.#destroy(), this.options.limits.closeTimeMs);
    return new Promise((resolve) => {
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #serve(socket: Socket, toNode: Serve): void {
    const { answer, limits, front, watch } = this.options;
    this.#open.add(socket);
    socket.once('close', () => this.#forget(socket));
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    watch?.add(socket);
    if (!front) {
      toNode(socket);
      return;
    }
    const handOver = (): void => {
      this.#fronts.delete(socket);
      toNode(socket);
    };
    this.#fronts.set(socket, new Front(socket, this.remoteOf(socket), { answer, limits, handOver }));
  }

  #destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#fronts.delete(socket);
    if (this.#open.size === 0) this.#onEmpty();
    const [next] = this.#waiting;
    if (next === undefined || this.#closing) return;
    const [first, toNode] = next;
    this.#waiting.delete(first);
    this.#serve(first, toNode);
  }

  /** Describes the remote end. Clients of a unix socket have no address of their own, so they are numbered. */
  #describe(socket: Socket): Remote {
    const { address, trust } = this.options;
    const { remoteAddress = '', remotePort = 0 } = socket;
    const gone = (): boolean => socket.destroyed;
    const reset = (): void => breakOff(socket);
    if (address.type === 'unix')
      return { ...trust.remote(''), id: `${addressText(address, undefined)}#${++this.#unixSockets}`, gone, reset };
    return { ...trust.remote(remoteAddress || 'unknown'), id: hostPort(remoteAddress, remotePort), gone, reset };
  }
}

/** Ends a connection without what is still to send: with RST, which only a plain TCP socket can. */
export function breakOff(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
