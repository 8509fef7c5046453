/** Addresses that code names: a contract calls the same few again and again, and each is read and made text once. */
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ADDRESS, WORD_BYTES } from './layout.js';
import type { Instance } from './wasm_instance.js';

export interface Named {
  readonly address: Bytes;
  readonly text: ByteText;
}

const LAST_FOUR = ADDRESS + WORD_BYTES - 4;
/** That are remembered. */
const MAX_NAMED = 4_096;

export class Addresses {
  /** By their last four bytes; of two that share them the later one. */
  readonly #named = new Map<number, Named>();

  /** The one of the exchange. */
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
