/** What proofs in IBC are made of (ibc-go v10 `ibc.core.commitment.v1`, ICS-23). */
import { bytes, repeatedBytes } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

/** The app hash. */
export const MerkleRoot = message('ibc.core.commitment.v1.MerkleRoot', { hash: bytes(1) });
export type MerkleRoot = Of<typeof MerkleRoot>;

/** The name of the store that a chain keeps IBC in. */
export const MerklePrefix = message('ibc.core.commitment.v1.MerklePrefix', { keyPrefix: bytes(1) });
export type MerklePrefix = Of<typeof MerklePrefix>;

/** Of one key, from the store's tree up to the app hash; each is an encoded `cosmos.ics23.v1.CommitmentProof`. */
export const MerkleProof = message('ibc.core.commitment.v1.MerkleProof', { proofs: repeatedBytes(1) });
export type MerkleProof = Of<typeof MerkleProof>;
