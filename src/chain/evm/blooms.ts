/** The blooms of the heights that were asked for last, for who looks through many of them: a slot for each height. */
import type { Bytes } from '../../kernel/bytes.js';

/** Of these only those of blocks with logs have bytes of their own, 256 each. */
const SLOTS = 65_536;

interface Kept {
  readonly height: bigint;
  readonly bloom: Bytes;
}

export class KeptBlooms {
  readonly #slots: (Kept | undefined)[] = [];

  /** `read` is asked when the height is not kept; what it does not know is not kept either. */
  get(height: bigint, read: (height: bigint) => Bytes | undefined): Bytes | undefined {
    const slot = Number(height) % SLOTS;
    const kept = this.#slots[slot];
    if (kept?.height === height) return kept.bloom;
    const bloom = read(height);
    if (bloom !== undefined) this.#slots[slot] = { height, bloom };
    return bloom;
  }

  clear(): void {
    this.#slots.length = 0;
  }
}
