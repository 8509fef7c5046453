/** Defines the options of a simulated network; they never change while it runs. */

import type { PastBlock } from '../consensus/decided_state.js';
import type { ConsensusCrypto, ConsensusTimeouts, EmptyBlocks, ValidatorKey } from '../consensus/env.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { Commit } from '../consensus/types/commit.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Fault } from './fault_registry.js';

export interface SimNetworkOptions {
  /** Chain state that all nodes start from. */
  readonly state: ChainState;
  /** Commit of `state.lastBlockHeight`; absent before the first block. */
  readonly seenCommit?: Commit;
  /** Last blocks of that chain, ending with the newest. Evidence about them is checked against this list. */
  readonly past?: readonly PastBlock[];
  readonly now: UnixNanos;
  readonly seed: string;
  /**
   * Keys of validators, one for each node at the start. It may include keys that are not, or not yet, in the validator
   * set.
   */
  readonly keys: readonly ValidatorKey[];
  readonly crypto: ConsensusCrypto;
  /**
   * Timeouts of the engine. `skipTimeoutCommit` has no effect when `heightStart` is `held`. A lone validator that skips
   * this timeout decides endlessly at one instant.
   */
  readonly timeouts: ConsensusTimeouts;
  /** Rule for empty blocks. Absent means that a block is proposed at once, empty or not. */
  readonly emptyBlocks?: EmptyBlocks;
  /** Time from node to node, in nanoseconds; at least 1. */
  readonly linkDelay: bigint;
  /** Faults that are active from the start, by name. */
  readonly faults?: Readonly<Record<string, Fault>>;
  /** Condition for the begin of a height. `held`: `startHeight` releases it. `free`: its timeout has passed. */
  readonly heightStart: 'held' | 'free';
  /** Fewest of the newest commands that are retained; absent means all. */
  readonly retainedCommands?: number;
  /** Command that runs this session again; a broken invariant prints it. */
  readonly reproduce?: string;
}

/** Name and parameters of a mining mode as the network stores them: plain data, like a command. */
export interface MiningModeData {
  readonly type: string;
}
