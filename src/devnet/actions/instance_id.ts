/** Identifies a running chain. The id is drawn when the chain starts, and again when it is reset. */
import { EventBus } from '../../chain/event_bus.js';
import type { Bytes } from '../../kernel/bytes.js';

const ID_BYTES = 32;

export class Instance {
  /** Reports each revert, rollback and reset, when the chain has gone back. */
  readonly returned = new EventBus<void>();
  #id: Bytes;
  #returns = 0;

  constructor(private readonly random: (length: number) => Bytes) {
    this.#id = random(ID_BYTES);
  }

  get id(): Bytes {
    return this.#id;
  }

  /** Number of times that the chain has gone back. */
  get returns(): number {
    return this.#returns;
  }

  goBack(): void {
    this.#returns++;
    this.returned.publish();
  }

  renew(): void {
    this.#id = this.random(ID_BYTES);
    this.goBack();
  }
}
