/** Defines the parts of proofs in IBC (ibc-go v10 `ibc.core.commitment.v1`, ICS-23). */
import { bytes, repeatedBytes } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

/** App hash, as the root of a proof. */
export const MerkleRoot = message('ibc.core.commitment.v1.MerkleRoot', { hash: bytes(1) });
export type MerkleRoot = Of<typeof MerkleRoot>;

/** Name of the store in which a chain keeps its IBC state. */
export const MerklePrefix = message('ibc.core.commitment.v1.MerklePrefix', { keyPrefix: bytes(1) });
export type MerklePrefix = Of<typeof MerklePrefix>;

/**
 * Proves one key, from the store's tree up to the app hash. Each item is an encoded `cosmos.ics23.v1.CommitmentProof`.
 */
export const MerkleProof = message('ibc.core.commitment.v1.MerkleProof', {
  proofs: repeatedBytes(1, { name: 'cosmos.ics23.v1.CommitmentProof' }),
});
export type MerkleProof = Of<typeof MerkleProof>;
