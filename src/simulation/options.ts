/** What a world is made of: it never changes while the world runs. */

import type { PastBlock } from '../consensus/decided_state.js';
import type { ConsensusCrypto, ConsensusTimeouts, EmptyBlocks, ValidatorKey } from '../consensus/env.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { Commit } from '../consensus/types/commit.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Fault } from './fault_registry.js';

export interface SimNetworkOptions {
  /** The chain that all nodes know. */
  readonly state: ChainState;
  /** Of `state.lastBlockHeight`; absent before the first block. */
  readonly seenCommit?: Commit;
  /** The last blocks of that chain, which end with the newest: what evidence about them is judged by. */
  readonly past?: readonly PastBlock[];
  readonly now: UnixNanos;
  readonly seed: string;
  /** One node each, also of keys that are not, or not yet, in the validator set. */
  readonly keys: readonly ValidatorKey[];
  readonly crypto: ConsensusCrypto;
  /** `skipTimeoutCommit` has no effect in held pacing; a lone validator that skips decides without end at one instant. */
  readonly timeouts: ConsensusTimeouts;
  /** Absent: a block is proposed at once, empty or not. */
  readonly emptyBlocks?: EmptyBlocks;
  /** Nanoseconds from node to node; at least 1. */
  readonly linkDelay: bigint;
  /** In force from the start, by name. */
  readonly faults?: Readonly<Record<string, Fault>>;
  /** `held`: a height begins only when `startHeight` releases it. `free`: it begins when its timeout has passed. */
  readonly pacing: 'held' | 'free';
  /** How many of the newest commands are remembered at least; absent: all. */
  readonly commandsKept?: number;
  /** The command that runs this session again; printed when an invariant breaks. */
  readonly reproduce?: string;
}
