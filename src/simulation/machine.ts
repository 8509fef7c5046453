/** What a world consists of inside: the mutable registers, and how they are copied. Everything they refer to is immutable. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import { createCaches } from '../consensus/caches.js';
import { type Chronicle, emptyChronicle } from '../consensus/chronicle.js';
import type { Decided } from '../consensus/effect.js';
import { ALWAYS_PROPOSE, type Env } from '../consensus/env.js';
import type { Input } from '../consensus/input.js';
import { type Ledger, startLedger } from '../consensus/ledger.js';
import { verifyVote } from '../consensus/round/verify.js';
import { newEngineState, nextHeight, type Timeout } from '../consensus/state.js';
import { votesOfCommit } from '../consensus/tally/commit_of_votes.js';
import type { VoteSet } from '../consensus/tally/vote_set.js';
import type { Commit } from '../consensus/types/commit.js';
import { validatorAt } from '../consensus/types/validator_set.js';
import type { Bytes } from '../kernel/bytes.js';
import { InvariantViolation, invariant } from '../kernel/errors.js';
import type { RandomState } from '../kernel/random.js';
import type { UnixNanos } from '../kernel/time.js';
import { type Alarm, Alarms } from './alarms.js';
import type { RecordedCommand } from './command.js';
import type { Cut } from './connections.js';
import { EventQueue, type QueuedEvent } from './event_queue.js';
import { byzantineNode, type Fault } from './faults/index.js';
import { startMemories } from './invariants/index.js';
import { Traffic } from './traffic.js';
import type { Ask, NodeState, WorldNote, WorldOptions } from './world.js';

/** Heights whose blocks are kept for nodes that are behind; who is further behind takes over a state. */
export const HISTORY_HEIGHTS = 1000;

/** A decided height as the network remembers it. */
export interface DecidedHeight {
  readonly decided: Decided;
  readonly response: FinalizeBlockResponse;
  /** After the block. */
  readonly ledger: Ledger;
  /** What the application said of the blocks that were proposed. */
  readonly verdicts: readonly Verdict[];
}

/** The application's word on a proposed block. */
export interface Verdict {
  readonly height: bigint;
  readonly hash: Bytes;
  readonly accept: boolean;
}

interface CommandLog {
  readonly recorded: RecordedCommand;
  readonly previous: CommandLog | undefined;
}

/** What a snapshot holds: O(queue + links), since the rest is shared. */
interface Registers {
  now: UnixNanos;
  serial: number;
  events: number;
  /** Inputs that came through the queue. */
  delivered: number;
  /** How many there were when each node last looked for what it lacks. */
  looked: number[];
  nodes: NodeState[];
  /** What each node's timer will say; its alarm may be missing while the height is held. */
  timeouts: (Timeout | undefined)[];
  faults: readonly { readonly name: string; readonly fault: Fault }[];
  /** Links that commands have cut. */
  cuts: readonly Cut[];
  /** When the connection of each two nodes began, by `low * nodes + high`. */
  connections: readonly (UnixNanos | undefined)[];
  /** Nodes that ever had a fault which makes them dishonest. */
  byzantine: readonly number[];
  history: Chronicle<DecidedHeight>;
  tip: bigint;
  /** Heights up to this one may begin by themselves. */
  released: bigint;
  /** Of the heights that are not decided yet. */
  verdicts: readonly Verdict[];
  log: CommandLog | undefined;
  asking: Ask | undefined;
  /** Of the invariants, in their order. */
  memories: readonly unknown[];
}

export interface Machine extends Registers {
  readonly options: WorldOptions;
  readonly envs: readonly Env[];
  /** Where all nodes started. */
  readonly start: Ledger;
  queue: EventQueue;
  alarms: Alarms;
  randoms: Map<string, RandomState>;
  readonly traffic: Traffic;
  /** Of the step that is running. */
  notes: WorldNote[];
}

export interface WorldSnapshot {
  readonly registers: Readonly<Registers>;
  readonly queue: readonly QueuedEvent[];
  readonly alarms: readonly (Alarm | undefined)[];
  readonly randoms: readonly (readonly [string, RandomState])[];
  readonly traffic: Float64Array;
}

const copyRegisters = (from: Readonly<Registers>): Registers => ({
  now: from.now,
  serial: from.serial,
  events: from.events,
  delivered: from.delivered,
  looked: [...from.looked],
  nodes: [...from.nodes],
  timeouts: [...from.timeouts],
  faults: from.faults,
  cuts: from.cuts,
  connections: from.connections,
  byzantine: from.byzantine,
  history: from.history,
  tip: from.tip,
  released: from.released,
  verdicts: from.verdicts,
  log: from.log,
  asking: from.asking,
  memories: from.memories,
});

export const takeSnapshot = (machine: Machine): WorldSnapshot => ({
  registers: copyRegisters(machine),
  queue: machine.queue.items(),
  alarms: machine.alarms.slots(),
  randoms: [...machine.randoms],
  traffic: machine.traffic.snapshot(),
});

export function restoreSnapshot(machine: Machine, snapshot: WorldSnapshot): void {
  Object.assign(machine, copyRegisters(snapshot.registers));
  machine.queue = new EventQueue(snapshot.queue);
  machine.alarms = new Alarms(snapshot.alarms);
  machine.randoms = new Map(snapshot.randoms);
  machine.traffic.restore(snapshot.traffic);
  machine.notes = [];
}

export function createMachine(options: WorldOptions): Machine {
  invariant(options.linkDelay > 0n, `link delay is ${options.linkDelay} ns, expected at least 1`);
  const envs = makeEnvs(options);
  const ledger = startLedger(options.state, options.past);
  const lastCommit = lastCommitOf(options, envs[0]);
  const startTime = options.now + options.timeouts.commit;
  const engine = newEngineState(ledger, lastCommit, startTime);
  const faults = Object.entries(options.faults ?? {}).map(([name, fault]) => ({ name, fault }));
  const tip = nextHeight(ledger) - 1n;
  return {
    options,
    envs,
    start: ledger,
    now: options.now,
    serial: 0,
    events: 0,
    delivered: 0,
    looked: options.keys.map(() => -1),
    nodes: options.keys.map((key, index) => ({ index, key, up: true, engine, durable: engine })),
    timeouts: options.keys.map(() => undefined),
    faults,
    cuts: [],
    connections: [],
    byzantine: faults.flatMap(({ fault }) => byzantineNode(fault) ?? []),
    history: emptyChronicle(HISTORY_HEIGHTS),
    tip,
    released: tip,
    verdicts: [],
    log: undefined,
    asking: undefined,
    memories: startMemories(),
    queue: new EventQueue(),
    alarms: new Alarms(new Array(2 * options.keys.length).fill(undefined)),
    randoms: new Map(),
    traffic: new Traffic(options.keys.length, options.now),
    notes: [],
  };
}

function makeEnvs({ keys, timeouts, emptyBlocks, crypto, pacing }: WorldOptions): readonly Env[] {
  const caches = createCaches();
  // A held height begins by command only.
  const held = pacing === 'held' ? { ...timeouts, skipTimeoutCommit: false } : timeouts;
  return keys.map((key, node) => ({
    node,
    key,
    timeouts: held,
    emptyBlocks: emptyBlocks ?? ALWAYS_PROPOSE,
    crypto,
    caches,
  }));
}

function lastCommitOf({ state, seenCommit }: WorldOptions, env: Env | undefined): VoteSet | undefined {
  if (state.lastValidators === undefined) return undefined;
  invariant(seenCommit !== undefined && env !== undefined, `the commit of height ${state.lastBlockHeight} is missing`);
  return commitVotes(env, state.chainId, seenCommit, state.lastValidators);
}

/** The votes of a stored commit, every signature checked. */
export function commitVotes(
  env: Env,
  chainId: string,
  commit: Commit,
  validators: Parameters<typeof votesOfCommit>[1],
): VoteSet {
  return votesOfCommit(commit, validators, (vote) =>
    verifyVote(env, chainId, validatorAt(validators, vote.validatorIndex).pubKey, vote),
  );
}

/** Queues an input behind everything that is queued for the same time. */
export function enqueue(machine: Machine, time: UnixNanos, node: number, input: Input): void {
  machine.queue.push({ time, serial: machine.serial++, node, input });
}

export function nodeAt(machine: Machine, index: number): NodeState {
  const node = machine.nodes[index];
  if (node === undefined) throw new InvariantViolation(`no node ${index} among ${machine.nodes.length}`);
  return node;
}

export function envAt(machine: Machine, index: number): Env {
  const env = machine.envs[index];
  if (env === undefined) throw new InvariantViolation(`no node ${index} among ${machine.envs.length}`);
  return env;
}

/** The same node with other facts. */
export function changeNode(machine: Machine, node: NodeState, change: Partial<NodeState>): void {
  machine.nodes[node.index] = { ...node, ...change };
}
