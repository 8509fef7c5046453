/**
 * The environment of one validator's engine, which never changes while it runs: key, configuration, the two functions
 * of cryptography, the memo tables, and the misbehavior of a byzantine validator. Clock, network and application are no
 * part of it: those are inputs and effects.
 */
import type { PubKey } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Caches } from './caches.js';
import type { BlockId } from './types/block_id.js';
import type { Vote } from './types/vote.js';

/** Signs and verifies. Both functions are pure, and signing is deterministic. */
export interface ConsensusCrypto {
  /** Signs with the key of a type that `seed` determines. */
  sign(seed: Bytes, message: Bytes, type: PubKey['type']): Bytes;
  verify(pubKey: PubKey, message: Bytes, signature: Bytes): boolean;
}

export interface ValidatorKey {
  readonly name: string;
  /** 32 bytes. */
  readonly seed: Bytes;
  readonly pubKey: PubKey;
  /** 20 bytes. */
  readonly address: Bytes;
}

/**
 * Timeouts of a round in nanoseconds (consensus-engine.md 5.3). A delta is added once for every round after the first.
 */
export interface ConsensusTimeouts {
  /** Longest wait for the proposal of a round. */
  readonly propose: bigint;
  readonly proposeDelta: bigint;
  /** Longest wait for more prevotes once two thirds of the power voted, but not for one value. */
  readonly prevote: bigint;
  readonly prevoteDelta: bigint;
  /** Longest wait for more precommits in the same way. */
  readonly precommit: bigint;
  readonly precommitDelta: bigint;
  /** Longest wait for late precommits before the next height. */
  readonly commit: bigint;
  /** Starts the next height as soon as every precommit has arrived. */
  readonly skipTimeoutCommit: boolean;
}

const MS = 1_000_000n;

export const DEFAULT_TIMEOUTS: ConsensusTimeouts = {
  propose: 3000n * MS,
  proposeDelta: 500n * MS,
  prevote: 1000n * MS,
  prevoteDelta: 500n * MS,
  precommit: 1000n * MS,
  precommitDelta: 500n * MS,
  commit: 1000n * MS,
  skipTimeoutCommit: false,
};

/** Decides when to propose a block without transactions (consensus-engine.md 5.6). */
export interface EmptyBlocks {
  readonly create: boolean;
  /** Nanoseconds after which an empty block is proposed; 0 waits for a transaction. */
  readonly interval: bigint;
}

export const ALWAYS_PROPOSE: EmptyBlocks = { create: true, interval: 0n };

/** Changes what a byzantine validator does. An honest validator has none. */
export interface Misbehavior {
  /** Returns the block for which the validator votes. `blockId` is the block that the rules choose. */
  voteFor?(vote: Pick<Vote, 'type' | 'height' | 'round'>, blockId: BlockId): BlockId;
  /** Returns the bytes with which the validator extends a precommit, instead of the application's. */
  extendWith?(place: Pick<Vote, 'height' | 'round'>, extension: Bytes): Bytes;
  /** Whether the validator forgets its lock and its valid block at the end of each round. */
  readonly forgetsLock?: boolean;
}

/** Signature check and its memo tables. */
export interface Verifier {
  readonly crypto: ConsensusCrypto;
  readonly caches: Caches;
  /** Whether blocks are those of a chain that engines of any version have decided. */
  readonly decided?: boolean;
}

export interface Env extends Verifier {
  /** Identifies the node in every event. */
  readonly node: number;
  /** `undefined` for a node that does not validate. */
  readonly key: ValidatorKey | undefined;
  readonly timeouts: ConsensusTimeouts;
  readonly emptyBlocks: EmptyBlocks;
  /** `undefined` for an honest validator. */
  readonly misbehavior?: Misbehavior | undefined;
}
