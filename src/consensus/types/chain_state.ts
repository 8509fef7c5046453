/** What consensus knows of the chain between two heights: CometBFT's `state.State` (state/state.go). */
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockId } from './block_id.js';
import type { ConsensusParams } from './params.js';
import type { ValidatorSet } from './validator_set.js';

export interface ChainState {
  readonly chainId: string;
  readonly initialHeight: bigint;
  /** `version.app` of the next header. */
  readonly appVersion: bigint;
  /** 0 before the first block. */
  readonly lastBlockHeight: bigint;
  readonly lastBlockId: BlockId;
  /** The genesis time before the first block. */
  readonly lastBlockTime: UnixNanos;
  /** Signed lastBlockHeight; undefined before the first block. */
  readonly lastValidators: ValidatorSet | undefined;
  /** Signs lastBlockHeight + 1. */
  readonly validators: ValidatorSet;
  /** Signs lastBlockHeight + 2. */
  readonly nextValidators: ValidatorSet;
  /** In force at lastBlockHeight + 1. */
  readonly params: ConsensusParams;
  readonly lastResultsHash: Bytes;
  /** Of the next header: the application's state after lastBlockHeight. */
  readonly appHash: Bytes;
}
