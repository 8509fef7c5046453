/**
 * Defines the registers of a simulated network: what changes while it runs. Everything that they refer to is immutable.
 */

import type { DecidedState } from '../consensus/decided_state.js';
import type { HeightHistory } from '../consensus/height_history.js';
import type { Timeout } from '../consensus/input.js';
import type { UnixNanos } from '../kernel/time.js';
import type { CommandLog } from './command_log.js';
import type { ConflictingCommits } from './conflicting_commits.js';
import type { DecidedHeight, ExtensionStatus, ProposalStatus } from './decided_height.js';
import type { Cut } from './delivery/link.js';
import type { NamedFault } from './fault_registry.js';
import type { MiningModeData } from './options.js';
import type { NodeAbciCall } from './progress.js';
import type { SimNode } from './sim_node.js';

/** State that a snapshot copies: O(queue + links), since the rest is shared. */
export interface Registers {
  /** State from which all nodes started. */
  start: DecidedState;
  now: UnixNanos;
  /** Nanoseconds by which all validators' clocks are ahead of `now`; always 0 without PBTS. */
  clockOffset: bigint;
  serial: number;
  events: number;
  /** Number of inputs that were delivered through the queue. */
  delivered: number;
  /** Value of `delivered` at the last gossip of each node. */
  looked: number[];
  nodes: SimNode[];
  /** Timeout of each node's timer. The alarm may be unset while the height is held. */
  timeouts: (Timeout | undefined)[];
  faults: readonly NamedFault[];
  /** Links that commands have cut. */
  cuts: readonly Cut[];
  /** Time at which the connection of each two nodes began, at the number that `pairOf` gives them. */
  connections: readonly (UnixNanos | undefined)[];
  /** Nodes that a fault has ever made byzantine. */
  byzantine: readonly number[];
  history: HeightHistory<DecidedHeight>;
  lastDecidedHeight: bigint;
  /** Last height that may begin without a command. */
  released: bigint;
  /** Host's mining mode; only the host interprets it. */
  miningMode: MiningModeData | undefined;
  /** Statuses of proposals at heights that are not decided yet. */
  proposalStatuses: readonly ProposalStatus[];
  /** Statuses of vote extensions at those heights. */
  extensionStatuses: readonly ExtensionStatus[];
  /** Commits of two blocks at one height, which ended the chain. */
  conflict: ConflictingCommits | undefined;
  log: CommandLog | undefined;
  asking: NodeAbciCall | undefined;
  /** Calls that follow `asking`. */
  laterCalls: readonly NodeAbciCall[];
  /** Memories of the invariants, in their order. */
  memories: readonly unknown[];
  /** Memories of the faults, by name. */
  faultMemories: Readonly<Record<string, unknown>>;
}
