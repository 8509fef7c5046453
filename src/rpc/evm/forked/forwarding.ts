/**
 * Sends requests of clients to the remote of a forked chain. A limited number is in flight, and clients are served
 * round-robin, so that a client with many requests does not delay the others.
 */
import type { EarlierHistory } from '../../../backend/evm/blocks.js';
import { HalleyError } from '../../../kernel/errors.js';
import { type Client, isGone } from '../../../kernel/fair_scheduler.js';
import { FairQueue } from '../../../kernel/queues.js';
import { LIMIT_EXCEEDED, RpcError } from '../../jsonrpc/errors.js';

/** Most requests in flight of all clients together. */
const MAX_IN_FLIGHT = 64;
/** Most requests in flight of one client. */
const MAX_OF_CLIENT = 16;
/** Most requests of all clients that wait for their turn. */
const MAX_WAITING = 10_000;

export class Forwarding {
  readonly #waiting = new FairQueue<() => void>();
  readonly #inFlightOf = new Map<string, number>();
  #inFlight = 0;

  /**
   * Resolves to the remote's result. Rejects with RpcError, which has the code, message and data of the remote's error,
   * or with HalleyError `unavailable` when there is no answer or the client is gone before its turn.
   */
  async request(history: EarlierHistory, client: Client, method: string, params: readonly unknown[]): Promise<unknown> {
    await this.#turn(client.id);
    try {
      if (isGone(client)) throw new HalleyError('unavailable', 'the client is gone');
      return await history.request(method, params, client);
    } catch (error) {
      throw remoteErrorOf(error) ?? error;
    } finally {
      this.#end(client.id);
    }
  }

  #turn(client: string): Promise<void> | undefined {
    if (this.#admits(client)) {
      this.#begin(client);
      return undefined;
    }
    if (this.#waiting.size >= MAX_WAITING)
      throw new RpcError(LIMIT_EXCEEDED, `${MAX_WAITING} requests wait for the forked chain; repeat the request later`);
    return new Promise((resolve) =>
      this.#waiting.push(client, () => {
        this.#begin(client);
        resolve();
      }),
    );
  }

  #admits(client: string): boolean {
    return this.#inFlight < MAX_IN_FLIGHT && (this.#inFlightOf.get(client) ?? 0) < MAX_OF_CLIENT;
  }

  #begin(client: string): void {
    this.#inFlight++;
    this.#inFlightOf.set(client, (this.#inFlightOf.get(client) ?? 0) + 1);
  }

  #end(client: string): void {
    this.#inFlight--;
    const left = (this.#inFlightOf.get(client) ?? 0) - 1;
    if (left > 0) this.#inFlightOf.set(client, left);
    else this.#inFlightOf.delete(client);
    this.#waiting.next((one) => this.#admits(one))?.();
  }
}

/** Returns the error that the remote answered with, or undefined for another failure. */
function remoteErrorOf(error: unknown): RpcError | undefined {
  if (!(error instanceof HalleyError) || error.code !== 'remote-error') return undefined;
  const { code, message, data } = error.facts;
  return typeof code === 'number' && typeof message === 'string' ? new RpcError(code, message, data) : undefined;
}
