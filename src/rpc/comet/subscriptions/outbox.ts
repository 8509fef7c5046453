/** Sends frames on one connection and tracks how many are unsent because the client does not read. */
import type { ProtocolConnection } from '../../protocol_handler.js';

/** Number of unsent frames of one kind; the outbox updates it. */
export interface Waiting {
  frames: number;
}

interface Sent {
  readonly size: number;
  readonly kind: Waiting | undefined;
}

export class Outbox {
  /** Frames that may be unsent, in order. Those before `#first` have been sent. */
  #sent: Sent[] = [];
  #first = 0;
  /** Total size of those frames. */
  #size = 0;

  constructor(readonly connection: ProtocolConnection) {}

  /** Returns the bytes that the network has not taken yet. */
  get bytes(): number {
    return this.connection.backlog ?? 0;
  }

  /** Returns the number of frames that the network has not taken completely. */
  get frames(): number {
    this.#settle();
    return this.#sent.length - this.#first;
  }

  /** Sends a frame and counts it with its kind until it has been sent. */
  send(frame: string, kind?: Waiting): void {
    this.#settle();
    this.#sent.push({ size: frame.length, kind });
    this.#size += frame.length;
    if (kind !== undefined) kind.frames++;
    this.connection.send(frame);
  }

  /**
   * Drops frames that have been sent, the oldest first. It counts a frame by the length of its text, slightly less than
   * its real size.
   */
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
