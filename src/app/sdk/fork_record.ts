/**
 * Stores the block of another chain on which a forked chain continues. It is one key of the `vm` store, so the app hash
 * covers it. A chain that is no fork has no such key.
 */
import { bytes, uint } from '../../codec/protobuf/field.js';
import { message, type Of } from '../../codec/protobuf/message.js';
import { vmRecord } from './vm_record.js';

const ForkRecord = message('halley.vm.Fork', {
  /** EIP-155 chain id of the other chain. */
  chainId: uint(1),
  /** Number of the other chain's block; the first block here has the next one. */
  blockNumber: uint(2),
  blockHash: bytes(3),
  /** Hash of this chain's genesis document, which the EVM does not see. */
  genesisHash: bytes(4),
});
export type ForkRecord = Of<typeof ForkRecord>;

const record = vmRecord('fork', ForkRecord);

export const writeForkRecord = record.write;

/** Returns the record, or undefined on a chain that is no fork. */
export const readForkRecord = record.read;
