/**
 * Caches the addresses that code passes. A contract calls the same few addresses repeatedly, and each is read and
 * converted to text once.
 */
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ADDRESS, WORD_BYTES } from './layout.js';
import type { Instance } from './wasm_instance.js';

export interface Named {
  readonly address: Bytes;
  readonly text: ByteText;
}

const LAST_FOUR = ADDRESS + WORD_BYTES - 4;
/** Limits the number of cached addresses. */
const MAX_NAMED = 4_096;

export class Addresses {
  /** Maps the last four bytes of an address to it. A later address replaces one with the same last bytes. */
  readonly #named = new Map<number, Named>();

  /** Returns the address in the exchange area. */
  of(wasm: Instance): Named {
    const end = wasm.number(LAST_FOUR);
    const known = this.#named.get(end);
    if (known !== undefined && wasm.hasAddress(known.address)) return known;
    const { address } = wasm;
    const named = { address, text: textOfAddress(address) };
    if (this.#named.size >= MAX_NAMED) this.#named.clear();
    this.#named.set(end, named);
    return named;
  }
}
