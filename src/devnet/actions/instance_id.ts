/** Identifies a running chain. The id is drawn when the chain starts, and again when it is reset. */
import type { Bytes } from '../../kernel/bytes.js';

const ID_BYTES = 32;

export class Instance {
  #id: Bytes;

  constructor(private readonly random: (length: number) => Bytes) {
    this.#id = random(ID_BYTES);
  }

  get id(): Bytes {
    return this.#id;
  }

  renew(): void {
    this.#id = this.random(ID_BYTES);
  }
}
