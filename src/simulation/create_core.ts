/** Creates the state of a simulated network in which every node starts from the chain in the options. */
import { createCaches } from '../consensus/caches.js';
import { startDecidedState } from '../consensus/decided_state.js';
import { ALWAYS_PROPOSE, type Env } from '../consensus/env.js';
import { emptyHeightHistory } from '../consensus/height_history.js';
import { newEngineState, nextHeight } from '../consensus/state.js';
import type { VoteSet } from '../consensus/tally/vote_set.js';
import { invariant } from '../kernel/errors.js';
import { startMemories } from './check_invariants.js';
import { type Core, commitVotes } from './core.js';
import { Alarms } from './delivery/alarms.js';
import { EventQueue } from './delivery/event_queue.js';
import { Traffic } from './delivery/traffic.js';
import { misbehaviorOf } from './fault_index.js';
import { byzantineNode, type NamedFault } from './fault_registry.js';
import type { SimNetworkOptions } from './options.js';

/** Heights whose blocks are retained for nodes that are behind. A node further behind takes over a later state. */
export const HISTORY_HEIGHTS = 1000;

export function createCore(options: SimNetworkOptions): Core {
  invariant(options.linkDelay > 0n, `link delay is ${options.linkDelay} ns, expected at least 1`);
  const faults = Object.entries(options.faults ?? {}).map(([name, fault]) => ({ name, fault }));
  const envs = makeEnvs(options, faults);
  const decidedState = startDecidedState(options.state, options.past);
  const lastCommit = lastCommitOf(options, envs[0]);
  const startTime = options.now + options.timeouts.commit;
  const engine = newEngineState(decidedState, lastCommit, startTime);
  const lastDecidedHeight = nextHeight(decidedState) - 1n;
  return {
    options,
    envs,
    start: decidedState,
    now: options.now,
    clockOffset: 0n,
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
    history: emptyHeightHistory(HISTORY_HEIGHTS),
    lastDecidedHeight,
    released: lastDecidedHeight,
    miningMode: undefined,
    proposalStatuses: [],
    extensionStatuses: [],
    conflict: undefined,
    log: undefined,
    asking: undefined,
    laterCalls: [],
    memories: startMemories(),
    faultMemories: {},
    queue: new EventQueue(),
    alarms: new Alarms([]),
    randoms: new Map(),
    traffic: new Traffic(options.keys.length, options.now),
    detailed: true,
    notes: undefined,
    networkEvents: undefined,
  };
}

function makeEnvs(
  { keys, timeouts, emptyBlocks, crypto, heightStart }: SimNetworkOptions,
  faults: readonly NamedFault[],
): readonly Env[] {
  const caches = createCaches();
  // With `held`, only the command starts a height.
  const held = heightStart === 'held' ? { ...timeouts, skipTimeoutCommit: false } : timeouts;
  return keys.map((key, node) => ({
    node,
    key,
    timeouts: held,
    emptyBlocks: emptyBlocks ?? ALWAYS_PROPOSE,
    crypto,
    caches,
    misbehavior: misbehaviorOf(faults, node),
  }));
}

function lastCommitOf({ state, seenCommit }: SimNetworkOptions, env: Env | undefined): VoteSet | undefined {
  if (state.lastValidators === undefined) return undefined;
  invariant(seenCommit !== undefined && env !== undefined, `the commit of height ${state.lastBlockHeight} is missing`);
  return commitVotes(env, state.chainId, seenCommit, state.lastValidators);
}
