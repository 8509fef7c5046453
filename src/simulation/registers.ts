/** The registers of a world: what changes while it runs. Everything that they refer to is immutable. */

import type { DecidedState } from '../consensus/decided_state.js';
import type { HeightHistory } from '../consensus/height_history.js';
import type { Timeout } from '../consensus/timeout.js';
import type { UnixNanos } from '../kernel/time.js';
import type { CommandLog } from './command_log.js';
import type { DecidedHeight, ProposalStatus } from './decided_height.js';
import type { Cut } from './delivery/link.js';
import type { NamedFault } from './fault_registry.js';
import type { MiningModeData } from './mining_mode.js';
import type { NodeAbciCall } from './progress.js';
import type { SimNode } from './sim_node.js';

/** What a snapshot holds: O(queue + links), since the rest is shared. */
export interface Registers {
  /** Where all nodes started. */
  start: DecidedState;
  now: UnixNanos;
  serial: number;
  events: number;
  /** Inputs that came through the queue. */
  delivered: number;
  /** How many there were when each node last looked for what it lacks. */
  looked: number[];
  nodes: SimNode[];
  /** What each node's timer will say; its alarm may be missing while the height is held. */
  timeouts: (Timeout | undefined)[];
  faults: readonly NamedFault[];
  /** Links that commands have cut. */
  cuts: readonly Cut[];
  /** When the connection of each two nodes began, by `low * nodes + high`. */
  connections: readonly (UnixNanos | undefined)[];
  /** Nodes that ever had a fault which makes them dishonest. */
  byzantine: readonly number[];
  history: HeightHistory<DecidedHeight>;
  lastDecidedHeight: bigint;
  /** Heights up to this one may begin by themselves. */
  released: bigint;
  /** How the host lets time pass; what it means is the host's business. */
  miningMode: MiningModeData | undefined;
  /** Of the heights that are not decided yet. */
  proposalStatuses: readonly ProposalStatus[];
  log: CommandLog | undefined;
  asking: NodeAbciCall | undefined;
  /** Of the invariants, in their order. */
  memories: readonly unknown[];
  /** Of the faults, by name. */
  faultMemories: Readonly<Record<string, unknown>>;
}
