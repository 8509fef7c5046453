/**
 * What waits for a client to read it, as the ticks of a clock see it: time is counted from the tick that first saw it to
 * the one that finds all of it taken. Bytes that trickle, and what the client sends meanwhile, do not begin it anew.
 */
import type { Socket } from 'node:net';

export class Backlog {
  /** How many bytes had been given to the socket when time began. */
  #given = 0;
  #waitedMs = 0;

  constructor(readonly socket: Socket) {}

  /** Bytes that the network has not taken. */
  get bytes(): number {
    return this.socket.writableLength;
  }

  /** As of the last tick. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** `ms` have passed since the last tick. */
  tick(ms: number): void {
    const { bytesWritten, writableLength } = this.socket;
    if (bytesWritten - writableLength < this.#given) {
      this.#waitedMs += ms;
      return;
    }
    this.#given = bytesWritten;
    this.#waitedMs = 0;
  }
}
