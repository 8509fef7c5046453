/**
 * The validator set with proposer priorities (CometBFT types/validator_set.go). Immutable: each operation returns a new
 * set. Order: voting power descending, then address ascending.
 */
import type { PubKey } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';

export interface Validator {
  /** SHA-256 of the raw ed25519 key, first 20 bytes. */
  readonly address: Bytes;
  readonly pubKey: PubKey;
  readonly votingPower: bigint;
  readonly proposerPriority: bigint;
}

export interface ValidatorSet {
  readonly validators: readonly Validator[];
  /** Index of the proposer in `validators`. */
  readonly proposerIndex: number;
  readonly totalVotingPower: bigint;
}
