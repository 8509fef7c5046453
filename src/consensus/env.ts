/**
 * What surrounds the engine of one validator and never changes while it runs: its key, its configuration, the two
 * functions of cryptography and the memo tables. No clock, no network, no application: those are inputs and effects.
 */
import type { PubKey } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Caches } from './caches.js';

/** ed25519: both functions are pure, signing is deterministic (RFC 8032). */
export interface ConsensusCrypto {
  sign(seed: Bytes, message: Bytes): Bytes;
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

/** Nanoseconds (consensus-engine.md 5.3). What is called delta is added for every round after the first. */
export interface ConsensusTimeouts {
  /** Waits for the proposal of a round. */
  readonly propose: bigint;
  readonly proposeDelta: bigint;
  /** Waits for more prevotes once two thirds have come for no one value. */
  readonly prevote: bigint;
  readonly prevoteDelta: bigint;
  /** Waits for more precommits likewise. */
  readonly precommit: bigint;
  readonly precommitDelta: bigint;
  /** Waits for late precommits before the next height. */
  readonly commit: bigint;
  /** Start the next height as soon as every precommit has arrived. */
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

/** When to propose although there is nothing to put into the block (consensus-engine.md 5.6). */
export interface EmptyBlocks {
  readonly create: boolean;
  /** Nanoseconds after which a block is proposed anyway; 0 waits for a transaction. */
  readonly interval: bigint;
}

export const ALWAYS_PROPOSE: EmptyBlocks = { create: true, interval: 0n };

export interface Env {
  /** Which node this is: named in every note. */
  readonly node: number;
  /** Undefined for a node that only watches. */
  readonly key: ValidatorKey | undefined;
  readonly timeouts: ConsensusTimeouts;
  readonly emptyBlocks: EmptyBlocks;
  readonly crypto: ConsensusCrypto;
  readonly caches: Caches;
}
