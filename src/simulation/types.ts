/** What a world offers its host. */
import type { AbciReply } from '../consensus/input.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Command, RecordedCommand } from './apply_command.js';
import type { Connection } from './delivery/link.js';
import type { Fault } from './fault_registry.js';
import type { Listener } from './listen.js';
import type { MiningModeData } from './mining_mode.js';
import type { Progress } from './progress.js';
import type { SimNode } from './sim_node.js';
import type { SimNetworkSnapshot } from './snapshot.js';

export interface SimNetwork {
  readonly now: UnixNanos;
  /** Number of nodes. */
  readonly size: number;
  /** Events that have happened. */
  readonly events: number;
  /** The highest decided height; one below the initial height before the first block. */
  readonly lastDecidedHeight: bigint;
  /** Pacing 'held': the height after the tip has been let begin. */
  readonly released: boolean;
  /** As the last `setMiningMode` said. */
  readonly miningMode: MiningModeData | undefined;
  /** Undefined when nothing will happen by itself. */
  nextEventTime(): UnixNanos | undefined;
  /** Lets one event happen; none when nothing is queued. Throws InvariantViolation, with the seed and the event number. */
  step(): Progress;
  /** Must follow a `step` or `answer` that asked. */
  answer(reply: AbciReply): Progress;
  node(index: number): SimNode;
  /** Why a node would refuse evidence that is handed to it now; undefined when it would not. Changes nothing. */
  evidenceProblem(node: number, evidence: Evidence): string | undefined;
  /** Undefined when the two are not connected. */
  connection(node: number, peer: number): Connection | undefined;
  /** What the world is now. It shares what cannot change, and outlives the world. */
  snapshot(): SimNetworkSnapshot;
  /** Goes on from a snapshot of this world, or of another one that was made of the same options. */
  restore(snapshot: SimNetworkSnapshot): void;
  /** Tells of all that happens from now on, until the answer is called. It does not change what happens. */
  listen(listener: Listener): () => void;

  // Commands: numbered, recorded, and never while an answer is awaited.

  applyCommand(command: Command): void;

  /**
   * Pacing 'held': lets the height after the tip begin at `at`, or now if that is later. With `lastCommitTime`, at least
   * 1 ms after the tip's block time, the tip's precommits are signed again with that time by all who signed them, and
   * the next header carries exactly it; not while that height is under way.
   */
  startHeight(at: UnixNanos, lastCommitTime?: UnixNanos): void;
  /** The node loses what it had not persisted, and hears nothing. */
  crash(node: number): void;
  restart(node: number): void;
  /** Puts a fault in force under a name, or ends it. */
  setFault(name: string, fault: Fault | undefined): void;
  /** Cuts the link between two nodes: it carries nothing until they are connected again. */
  disconnect(node: number, peer: number): void;
  /** Restores a link that was cut; everybody looks for what was missed. */
  connect(node: number, peer: number): void;
  /** The mempool has transactions: what `create_empty_blocks = false` waits for. */
  transactionsAvailable(): void;
  setMiningMode(miningMode: MiningModeData): void;
  /** `broadcast_evidence` to one node; what is wrong with it comes as a note `refused`. */
  submitEvidence(node: number, evidence: Evidence): void;
  /** All commands so far, oldest first. */
  commands(): readonly RecordedCommand[];
}
