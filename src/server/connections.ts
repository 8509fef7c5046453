/** The open connections of a listener: who is at the other end, and which of them the fast front still serves. */
import type { Socket } from 'node:net';
import { hostPort } from './address.js';
import { Front } from './front.js';
import type { ServerLimits } from './limits.js';
import type { Answer, Remote } from './pipeline.js';
import type { TrustRules } from './trust.js';

export interface ConnectionsOptions {
  readonly answer: Answer;
  readonly limits: ServerLimits;
  readonly trust: TrustRules;
  /** The listener's address is a unix socket. */
  readonly unix: boolean;
}

/** Milliseconds of silence after which TCP asks whether the other end is still there. */
const KEEP_ALIVE_MS = 30_000;

export class Connections {
  readonly #remotes = new Map<Socket, Remote>();
  readonly #fronts = new Map<Socket, Front>();
  #unixSockets = 0;
  #onEmpty = (): void => {};

  constructor(readonly options: ConnectionsOptions) {}

  get size(): number {
    return this.#remotes.size;
  }

  /** Serves a new socket until it sends what only `toNode` can read. */
  accept(socket: Socket, toNode: (socket: Socket) => void): void {
    const { answer, limits } = this.options;
    const remote = this.#describe(socket);
    this.#remotes.set(socket, remote);
    socket.once('close', () => this.#forget(socket));
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const handOver = (): void => {
      this.#fronts.delete(socket);
      toNode(socket);
    };
    this.#fronts.set(socket, new Front(socket, remote, { answer, limits, handOver }));
  }

  /** A socket that has closed meanwhile is nobody's. */
  remoteOf(socket: Socket): Remote {
    return this.#remotes.get(socket) ?? { address: '', id: 'closed', local: false, believed: false, unix: false };
  }

  /**
   * Ends what the front serves, at once where nothing is under way, and whatever is still open after `closeTimeMs`.
   * Resolves when no connection is left and everybody has been told.
   */
  close(): Promise<void> {
    for (const front of this.#fronts.values()) front.close();
    if (this.#remotes.size === 0) return Promise.resolve();
    const timer = setTimeout(() => this.#destroy(), this.options.limits.closeTimeMs);
    return new Promise((resolve) => {
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #destroy(): void {
    for (const socket of this.#remotes.keys()) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#remotes.delete(socket);
    this.#fronts.delete(socket);
    if (this.#remotes.size === 0) this.#onEmpty();
  }

  #describe({ remoteAddress = '', remotePort = 0 }: Socket): Remote {
    const { unix, trust } = this.options;
    if (unix) return { ...trust.remote(''), id: `unix:${++this.#unixSockets}`, unix };
    return { ...trust.remote(remoteAddress || 'unknown'), id: hostPort(remoteAddress, remotePort), unix };
  }
}
