/**
 * Stores which earlier blocks a chain was created with. It is one key of the `vm` store, so the app hash covers it. A
 * chain that began with its own genesis has no such key.
 */
import { bytes, uint } from '../../codec/protobuf/field.js';
import { message, type Of } from '../../codec/protobuf/message.js';
import { vmRecord } from './vm_record.js';

const HistoryRecord = message('halley.vm.History', {
  /** Number of the last earlier block; the first block here has the next one. */
  blockNumber: uint(1),
  /** SHA-256 of the earlier blocks, transactions and states. */
  contentHash: bytes(2),
  /** Hash of this chain's genesis document, which the EVM does not see. */
  genesisHash: bytes(3),
});
export type HistoryRecord = Of<typeof HistoryRecord>;

const record = vmRecord('history', HistoryRecord);

export const writeHistoryRecord = record.write;

/** Returns the record, or undefined on a chain without earlier blocks. */
export const readHistoryRecord = record.read;
