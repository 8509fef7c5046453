/** Finds the last height of a store, also where its chain's state is damaged. */
import { blockKey, STATE_KEY } from '../../chain/block_store/keys.js';
import { CodecError } from '../../codec/codec_error.js';
import { decodeChainState } from '../../consensus/types/chain_state.js';
import type { Store } from '../../storage/store.js';
import type { Findings } from './findings.js';

/** Returns the last height that the store has, or should have. */
export async function tipOf(store: Store, findings: Findings, initialHeight: bigint): Promise<bigint> {
  let tip = initialHeight - 1n;
  const all = { gte: blockKey(0n), lt: blockKey((1n << 64n) - 1n), reverse: true, limit: 1 };
  for await (const key of store.keys(all)) tip = new DataView(key.buffer, key.byteOffset + 2, 8).getBigUint64(0);
  const bytes = findings.read(() => store.need(STATE_KEY));
  const storedHeight = bytes === undefined ? 0n : heightIn(bytes);
  return storedHeight > tip ? storedHeight : tip;
}

function heightIn(state: Uint8Array): bigint {
  try {
    return decodeChainState(state).lastBlockHeight;
  } catch (error) {
    // The record is compared after all blocks were executed.
    if (error instanceof CodecError) return 0n;
    throw error;
  }
}
