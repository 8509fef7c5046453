/**
 * Measures how long unsent data of a client has waited, in ticks of a clock. The time runs from the tick that first saw
 * the data to the one that finds all of it sent. Bytes that trickle out, and data that the client sends meanwhile, do
 * not restart it.
 */
import type { Socket } from 'node:net';

export class Backlog {
  /** Counts the bytes given to the socket when the measurement began. */
  #given = 0;
  #waitedMs = 0;

  constructor(readonly socket: Socket) {}

  /** Counts the bytes that the network has not taken. */
  get bytes(): number {
    return this.socket.writableLength;
  }

  /** Is the waiting time at the last tick, in milliseconds. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Advances the clock by `ms`. */
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
