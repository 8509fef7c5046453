/** What goes out on one connection, and how much of it waits for a client that does not read. */
import type { ProtocolConnection } from '../../protocol_handler.js';

/** How many frames of one kind wait; the outbox keeps it true. */
export interface Waiting {
  frames: number;
}

interface Sent {
  readonly size: number;
  readonly kind: Waiting | undefined;
}

export class Outbox {
  /** Frames that may be waiting, in order; those before `#first` are gone. */
  #sent: Sent[] = [];
  #first = 0;
  /** Of those frames together. */
  #size = 0;

  constructor(readonly connection: ProtocolConnection) {}

  /** Bytes that the network has not taken yet. */
  get bytes(): number {
    return this.connection.backlog ?? 0;
  }

  /** Frames that the network has not taken whole. */
  get frames(): number {
    this.#settle();
    return this.#sent.length - this.#first;
  }

  /** Counts the frame with its kind as long as it waits. */
  send(frame: string, kind?: Waiting): void {
    this.#settle();
    this.#sent.push({ size: frame.length, kind });
    this.#size += frame.length;
    if (kind !== undefined) kind.frames++;
    this.connection.send(frame);
  }

  /** The oldest frames have gone first. A frame's size is that of its text, a little less than what it takes. */
  #settle(): void {
    const left = this.bytes;
    while (this.#first < this.#sent.length) {
      const { size, kind } = this.#sent[this.#first] as Sent;
      if (left > 0 && this.#size - size < left) break;
      this.#first++;
      this.#size -= size;
      if (kind !== undefined) kind.frames--;
    }
    if (this.#first === 0 || this.#first < this.#sent.length / 2) return;
    this.#sent = this.#sent.slice(this.#first);
    this.#first = 0;
  }
}
