/** Defines the internal state of a simulated network: the registers, and what is not part of them. */
import type { Env, ValidatorKey } from '../consensus/env.js';
import type { Input } from '../consensus/input.js';
import { verifyVote } from '../consensus/signature/verify_signature.js';
import { votesOfCommit } from '../consensus/tally/commit_of_votes.js';
import type { VoteSet } from '../consensus/tally/vote_set.js';
import type { Commit } from '../consensus/types/commit.js';
import { validatorAt } from '../consensus/types/validator_set.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { RandomState } from '../kernel/random.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Alarms } from './delivery/alarms.js';
import type { EventQueue } from './delivery/event_queue.js';
import type { Traffic } from './delivery/traffic.js';
import { misbehaviorOf, skewOf } from './fault_index.js';
import type { NetworkEvent } from './listen.js';
import type { SimNetworkOptions } from './options.js';
import type { NodeEvent } from './progress.js';
import type { Registers } from './registers.js';
import type { SimNode } from './sim_node.js';

export interface Core extends Registers {
  readonly options: SimNetworkOptions;
  /** Environment of each node's engine. It follows from the options and the active faults. */
  envs: readonly Env[];
  queue: EventQueue;
  alarms: Alarms;
  randoms: Map<string, RandomState>;
  readonly traffic: Traffic;
  /** Whether the events of a step include votes and steps of rounds without a listener. */
  detailed: boolean;
  /** Collects the events of the current step; each step that has some has its own list. */
  notes: NodeEvent[] | undefined;
  /**
   * Buffers the events that listeners have not received yet. It is undefined while there is no listener, so that
   * `networkEvents?.push(…)` does not build its argument.
   */
  networkEvents: NetworkEvent[] | undefined;
}

/** Rebuilds the vote set of a stored commit and verifies every signature. */
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

/** Records that a node has done something. */
export function note(core: Core, done: NodeEvent): void {
  if (core.notes === undefined) core.notes = [done];
  else core.notes.push(done);
  core.networkEvents?.push({ type: 'noted', at: core.now, note: done });
}

/** Queues an input after everything that is queued for the same time. */
export function enqueue(core: Core, time: UnixNanos, node: number, input: Input): void {
  core.queue.push({ time, serial: core.serial++, node, input });
}

export function nodeAt(core: Core, index: number): SimNode {
  const node = core.nodes[index];
  if (node === undefined) throw new InvariantViolation(`no node ${index} among ${core.nodes.length}`);
  return node;
}

export function envAt(core: Core, index: number): Env {
  const env = core.envs[index];
  if (env === undefined) throw new InvariantViolation(`no node ${index} among ${core.envs.length}`);
  return env;
}

/** Returns the nanoseconds by which a node's clock is ahead of the network's. */
export const clockLead = ({ clockOffset, faults }: Core, node: number): bigint =>
  faults.length === 0 ? clockOffset : clockOffset + skewOf(faults, node);

/** Updates the environments of the engines after a change of faults. */
export function updateEnvs(core: Core): void {
  core.envs = core.envs.map((env, node) => {
    const misbehavior = misbehaviorOf(core.faults, node);
    return misbehavior === env.misbehavior ? env : { ...env, misbehavior };
  });
}

/** Returns the environment of another node: only its index and its key are its own. */
export const envFor = (core: Core, node: number, key: ValidatorKey): Env => ({
  ...envAt(core, 0),
  node,
  key,
  misbehavior: misbehaviorOf(core.faults, node),
});

/** Replaces the given fields of a node. */
export function changeNode(core: Core, node: SimNode, change: Partial<SimNode>): void {
  core.nodes[node.index] = { ...node, ...change };
}
