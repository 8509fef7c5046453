/** What goes out on one connection, and how much of it waits for a client that does not read. */
import type { SurfaceConnection } from '../../surface.js';

export class Outbox {
  #frames = 0;

  constructor(readonly connection: SurfaceConnection) {}

  /** Bytes that the network has not taken yet. */
  get bytes(): number {
    return this.connection.backlog ?? 0;
  }

  /** Frames handed over since nothing waited. */
  get frames(): number {
    if (this.bytes === 0) this.#frames = 0;
    return this.#frames;
  }

  send(frame: string): void {
    this.#frames = this.frames + 1;
    this.connection.send(frame);
  }
}
