/** Caches the genesis document as the text of one dialect. It is made on the first request. */

import type { GenesisDoc } from '../../consensus/types/genesis.js';
import type { Bytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import type { Dialect } from './dialects/dialect.js';
import { encodeJson } from './protocol/json.js';

export const GENESIS_CHUNK_BYTES = 16 * 1024 * 1024;

export class GenesisText {
  #made: { readonly genesis: GenesisDoc; readonly bytes: Bytes } | undefined;

  constructor(readonly dialect: Dialect) {}

  /** Returns the document as UTF-8. */
  of(genesis: GenesisDoc): Bytes {
    if (this.#made?.genesis !== genesis)
      this.#made = { genesis, bytes: utf8(encodeJson(this.dialect.results.genesis(genesis))) };
    return this.#made.bytes;
  }
}
