/** Defines the interface through which the host runs a simulated network. */
import type { ValidatorKey } from '../consensus/env.js';
import type { AbciReply } from '../consensus/input.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Command, RecordedCommand } from './apply_command.js';
import type { ConflictingCommits } from './conflicting_commits.js';
import type { Connection, Cut } from './delivery/link.js';
import type { Fault, NamedFault } from './fault_registry.js';
import type { Listener } from './listen.js';
import type { InputListener } from './network_input.js';
import type { MiningModeData } from './options.js';
import type { NetworkPosition } from './position_of.js';
import type { Progress } from './progress.js';
import type { SimNode } from './sim_node.js';
import type { SimNetworkSnapshot } from './snapshot.js';

export interface SimNetwork {
  readonly now: UnixNanos;
  /** Number of nodes. */
  readonly size: number;
  /** Number of events that have happened. */
  readonly events: number;
  /** Highest decided height; one below the initial height before the first block. */
  readonly lastDecidedHeight: bigint;
  /** Whether the height after the last decided one may begin. It matters when `heightStart` is `held`. */
  readonly isHeightStarted: boolean;
  /**
   * Commits of two blocks at one height; `undefined` on a chain that has not forked. After their instant no event
   * happens until `restore`.
   */
  readonly conflict: ConflictingCommits | undefined;
  /** Argument of the last `setMiningMode`; `undefined` before the first call. */
  readonly miningMode: MiningModeData | undefined;
  /** Active faults, in the order in which they began. */
  readonly faults: readonly NamedFault[];
  /** Links that commands have cut. */
  readonly cuts: readonly Cut[];
  /** Nodes that a fault has ever made byzantine. */
  readonly byzantine: readonly number[];
  /**
   * Whether the notes of `step` and `answer` include votes and steps of rounds; true at first. Listeners get them in any
   * case.
   */
  set detailed(detailed: boolean);
  /** Returns the time of the next event; undefined when no event is due without a command. */
  nextEventTime(): UnixNanos | undefined;
  /** Runs the next event, if there is one. Throws `InvariantViolation` with the seed and the event number. */
  step(): Progress;
  /** Runs the next event as `step` does, if it is due by then. Returns undefined when it is not. */
  stepUntil(until: UnixNanos): Progress | undefined;
  /** Replies to the pending call. It must follow a `step` or `answer` that returned one. */
  answer(reply: AbciReply): Progress;
  node(index: number): SimNode;
  /** Returns why a node would refuse evidence now; undefined when it would accept it. Changes nothing. */
  evidenceProblem(node: number, evidence: Evidence): string | undefined;
  /** Returns the connection of two nodes; undefined when they are not connected. */
  connection(node: number, peer: number): Connection | undefined;
  /** Returns whether two nodes are connected. It is much faster than `connection`, which reads the traffic. */
  isConnected(node: number, peer: number): boolean;
  /** Describes nodes, timers and messages on their way. It costs time for each message. */
  position(): NetworkPosition;
  /** Takes a snapshot, which shares immutable data with the network and stays valid after it. */
  snapshot(): SimNetworkSnapshot;
  /**
   * Takes a snapshot from which only other networks may continue: listeners to inputs, and so records, do not hear of it.
   */
  capture(): SimNetworkSnapshot;
  /** Continues from a snapshot of this network, or of another network created with the same options. */
  restore(snapshot: SimNetworkSnapshot): void;
  /**
   * Calls the listener for every event from now on, until the returned function is called. Listening does not change
   * the run.
   */
  listen(listener: Listener): () => void;
  /**
   * Calls the listener for every command, reply, snapshot and restore from now on, until the returned function is
   * called.
   */
  onInput(listener: InputListener): () => void;

  // The methods below are commands. They are numbered and recorded, and must not be called while a reply is pending.

  applyCommand(command: Command): void;

  /**
   * Lets the height after the last decided one begin at `at`, or now if that is later. It requires `heightStart: 'held'`.
   *
   * With `lastCommitTime`, the signers sign the precommits of the last decided height again with that time, and the
   * next header carries exactly it. The time must be at least 1 ms after the last block's time, and the next height
   * must not have begun. Under PBTS all validators' clocks are set to it instead, before their skews. The rounds before
   * `round` end without a proposal.
   */
  startHeight(at: UnixNanos, lastCommitTime?: UnixNanos, round?: number): void;
  /** Stops a node: it loses what it had not persisted, and receives nothing until it restarts. */
  crash(node: number): void;
  restart(node: number): void;
  /** Starts a fault under a name, replaces the fault of that name, or ends it with undefined. */
  setFault(name: string, fault: Fault | undefined): void;
  /** Cuts the link between two nodes. The link carries nothing until `connect` restores it. */
  disconnect(node: number, peer: number): void;
  /** Restores a link that was cut; every node then gossips for the messages it missed. */
  connect(node: number, peer: number): void;
  /**
   * Adds a node, whose index is the next one. It begins at the newest decided height, as after state sync, with the key
   * of a validator that may not be in the set yet. A snapshot from before has one node fewer.
   */
  addNode(key: ValidatorKey): void;
  /** Advances the clock to `until`, or to the next event if that is earlier. The clock never goes back. */
  passTime(until: UnixNanos): void;
  /** Signals that the mempool has transactions: with `create_empty_blocks = false`, proposers wait for this. */
  transactionsAvailable(): void;
  setMiningMode(miningMode: MiningModeData): void;
  /**
   * Submits evidence to one node, as `broadcast_evidence` does. If the node refuses it, the event `refused` contains
   * the reason.
   */
  submitEvidence(node: number, evidence: Evidence): void;
  /** Newest command; `undefined` before the first one. */
  readonly lastCommand: RecordedCommand | undefined;
  /** Returns the retained commands, oldest first. */
  commands(): readonly RecordedCommand[];
}
