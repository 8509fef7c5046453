/** Dumps the state to a state file in the format of Anvil, and loads such files. */

import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';

export interface StateDumpRequest {
  /** Also dumps the states after earlier blocks. */
  readonly historicalStates: boolean;
  readonly client: Client;
  readonly out: TextSink;
}

export interface EvmStateFiles {
  /**
   * Writes the JSON string of the state to `out`: 0x and the hex of gzip data. Rejects with HalleyError `conflict` when
   * the chain is reverted meanwhile.
   */
  dumpState(request: StateDumpRequest): Promise<void>;
  /**
   * Puts the accounts of a state file over those of the chain, and its blocks in place of those of the chain where that is
   * possible. Rejects with HalleyError when the file is invalid or refused; then nothing has changed. The file is read in
   * time slices of the client.
   */
  loadState(bytes: Bytes, client: Client): Promise<void>;
}
