/** Defines the options of a simulated network; they never change while it runs. */

import type { PastBlock } from '../consensus/decided_state.js';
import type { ConsensusCrypto, ConsensusTimeouts, EmptyBlocks, ValidatorKey } from '../consensus/env.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { Commit } from '../consensus/types/commit.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Fault } from './fault_registry.js';

export interface SimNetworkOptions {
  /** Is the chain state that all nodes start from. */
  readonly state: ChainState;
  /** Is the commit of `state.lastBlockHeight`; absent before the first block. */
  readonly seenCommit?: Commit;
  /** Lists the last blocks of that chain, ending with the newest. Evidence about them is checked against this list. */
  readonly past?: readonly PastBlock[];
  readonly now: UnixNanos;
  readonly seed: string;
  /** Lists the keys, one for each node at the start. It may include keys that are not, or not yet, in the validator set. */
  readonly keys: readonly ValidatorKey[];
  readonly crypto: ConsensusCrypto;
  /**
   * Sets the timeouts. `skipTimeoutCommit` has no effect when `heightStart` is `held`. A lone validator that skips this
   * timeout decides endlessly at one instant.
   */
  readonly timeouts: ConsensusTimeouts;
  /** Says when empty blocks are proposed. Absent means that a block is proposed at once, empty or not. */
  readonly emptyBlocks?: EmptyBlocks;
  /** Is the time from node to node, in nanoseconds; at least 1. */
  readonly linkDelay: bigint;
  /** Names the faults that are active from the start. */
  readonly faults?: Readonly<Record<string, Fault>>;
  /**
   * Controls when a height begins. `held`: only when `startHeight` releases it. `free`: when its timeout has passed.
   */
  readonly heightStart: 'held' | 'free';
  /** Is the minimum number of newest commands that are retained; absent means all. */
  readonly retainedCommands?: number;
  /** Is the command that runs this session again; a broken invariant prints it. */
  readonly reproduce?: string;
}
