/**
 * The whole devnet as a value that moves one event at a time: validators' engines, links, the virtual clock, faults.
 * Least (time, serial) first; nothing waits, nothing is drawn from outside. An application is asked through `Ask`, and
 * time stands still until it has answered. Commands from outside are numbered and recorded: seed, options and commands
 * are the whole session.
 */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { Decided, Question } from '../consensus/effect.js';
import type { ConsensusCrypto, ConsensusTimeouts, EmptyBlocks, ValidatorKey } from '../consensus/env.js';
import type { Reply } from '../consensus/input.js';
import type { PastBlock } from '../consensus/ledger.js';
import type { Note } from '../consensus/note.js';
import type { EngineState } from '../consensus/state.js';
import type { ChainState } from '../consensus/types/chain_state.js';
import type { Commit } from '../consensus/types/commit.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { UnixNanos } from '../kernel/time.js';
import type { RecordedCommand } from './command.js';
import type { Connection } from './connections.js';
import type { Fault } from './faults/index.js';
import { createMachine, type WorldSnapshot } from './machine.js';
import { MachineWorld } from './machine_world.js';

export type { Decided } from '../consensus/effect.js';
export {
  type ConsensusCrypto,
  type ConsensusTimeouts,
  DEFAULT_TIMEOUTS,
  type EmptyBlocks,
  type ValidatorKey,
} from '../consensus/env.js';
export type { Reply } from '../consensus/input.js';
export type { RecordedCommand } from './command.js';
export type { Connection } from './connections.js';
export type { Fault } from './faults/index.js';
export type { WorldSnapshot } from './machine.js';
export type { LinkTraffic } from './traffic.js';

export interface WorldOptions {
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
  /** The command that runs this session again; printed when an invariant breaks. */
  readonly reproduce?: string;
}

/** A question to the application. Each distinct one is asked once; the other nodes are given the same answer. */
export type Ask = Question & { readonly node: number };

export type WorldNote =
  | Note
  | {
      readonly type: 'committed';
      readonly node: number;
      /** No other node has committed this height yet. */
      readonly first: boolean;
      readonly decided: Decided;
      readonly response: FinalizeBlockResponse;
      /** After the block. */
      readonly state: ChainState;
    }
  /** The node was further behind than anybody remembers, and took over the state before `height`. */
  | { readonly type: 'jumped'; readonly node: number; readonly height: bigint };

export interface Progress {
  /** In the order in which it happened. */
  readonly notes: readonly WorldNote[];
  /** When present, nothing but `answer` may come next. */
  readonly ask: Ask | undefined;
}

/** One node as it is now. A node that is down shows what it had persisted. */
export interface NodeState {
  readonly index: number;
  readonly key: ValidatorKey;
  readonly up: boolean;
  /** `engine.round` is the round state. */
  readonly engine: EngineState;
  /** What would be left after a crash. */
  readonly durable: EngineState;
}

export interface World {
  readonly now: UnixNanos;
  /** Number of nodes. */
  readonly size: number;
  /** Events that have happened. */
  readonly events: number;
  /** The highest decided height; one below the initial height before the first block. */
  readonly tip: bigint;
  /** Undefined when nothing will happen by itself. */
  nextEventTime(): UnixNanos | undefined;
  /** Lets one event happen; none when nothing is queued. Throws InvariantViolation, with the seed and the event number. */
  step(): Progress;
  /** Must follow a `step` or `answer` that asked. */
  answer(reply: Reply): Progress;
  node(index: number): NodeState;
  /** Undefined when the two are not connected. */
  connection(node: number, peer: number): Connection | undefined;
  snapshot(): WorldSnapshot;
  restore(snapshot: WorldSnapshot): void;

  // Commands: numbered, recorded, and never while an answer is awaited.

  /**
   * Pacing 'held': lets the height after the tip begin at `at`, or now if that is later. With `tipCommitTime`, at least
   * 1 ms after the tip's block time, the tip's precommits are signed again with that time by all who signed them, and
   * the next header carries exactly it.
   */
  startHeight(at: UnixNanos, tipCommitTime?: UnixNanos): void;
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
  /** `broadcast_evidence` to one node; what is wrong with it comes as a note `refused`. */
  submitEvidence(node: number, evidence: Evidence): void;
  /** All commands so far, oldest first. */
  commands(): readonly RecordedCommand[];
}

export function createWorld(options: WorldOptions): World {
  return new MachineWorld(createMachine(options));
}
