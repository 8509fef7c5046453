/**
 * Stores the block of another chain on which a forked chain continues. It is one key of the `vm` store, so the app hash
 * covers it. A chain that is no fork has no such key.
 */
import { bytes, uint } from '../../codec/protobuf/field.js';
import { message, type Of } from '../../codec/protobuf/message.js';
import { utf8 } from '../../kernel/text.js';
import { memoizeDecoded } from '../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../state/types.js';

const ForkRecord = message('halley.vm.Fork', {
  /** Is the other chain's id of EIP-155. */
  chainId: uint(1),
  /** Is the number of the other chain's block; the first block here has the next one. */
  blockNumber: uint(2),
  blockHash: bytes(3),
  /** Is the hash of this chain's genesis document, which the EVM does not see. */
  genesisHash: bytes(4),
});
export type ForkRecord = Of<typeof ForkRecord>;

const KEY = utf8('fork');

export function writeForkRecord(state: WorkingState, record: ForkRecord): void {
  state.set('vm', KEY, ForkRecord.encode(record));
}

const decode = memoizeDecoded(ForkRecord.decode);

/** Returns the record, or undefined on a chain that is no fork. */
export function readForkRecord(state: StateReader): ForkRecord | undefined {
  const value = state.get('vm', KEY);
  return value && decode(value);
}
