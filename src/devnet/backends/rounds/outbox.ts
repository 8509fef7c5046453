/** Passes messages to listeners in their order, in slices, so that other clients wait no longer than a slice. */
import type { RoundsMessage } from '../../../backend/rounds.js';
import { type EventLoop, SLICE_MS } from '../../../kernel/fair_scheduler.js';

/** Receives messages while it is open. */
export interface Receiver {
  readonly isOpen: boolean;
  receive(message: RoundsMessage): void;
}

export class Outbox {
  #queue: { readonly receivers: readonly Receiver[]; readonly message: RoundsMessage }[] = [];
  #isDraining = false;

  constructor(private readonly loop: EventLoop) {}

  add(receivers: readonly Receiver[], message: RoundsMessage): void {
    if (receivers.length > 0) this.#queue.push({ receivers, message });
  }

  /** Passes on what is queued, now as far as a slice goes, and the rest in later turns of the event loop. */
  drain(): void {
    if (!this.#isDraining) this.#pass();
  }

  #pass(): void {
    const since = this.loop.now();
    let passed = 0;
    this.#isDraining = true;
    for (const { receivers, message } of this.#queue) {
      if (passed > 0 && this.loop.now() - since >= SLICE_MS) break;
      passed++;
      for (const receiver of receivers) if (receiver.isOpen) receiver.receive(message);
    }
    this.#queue = this.#queue.slice(passed);
    this.#isDraining = this.#queue.length > 0;
    if (this.#isDraining) this.loop.afterIo(() => this.#pass());
  }
}
