/**
 * Adds a node to the network. It begins in the state after the newest decided height, as after state sync, and receives
 * what its peers know of the current height by gossip.
 */
import type { ValidatorKey } from '../../consensus/env.js';
import { recall } from '../../consensus/height_history.js';
import { type EngineState, newEngineState } from '../../consensus/state.js';
import { equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { defineCommand } from '../command.js';
import { type Core, commitVotes, envAt, envFor, nodeAt } from '../core.js';
import { updateConnections } from '../gossip/connections.js';
import { scheduleGossip } from '../gossip/gossip_timer.js';
import { startNode } from '../run.js';

export interface AddNode {
  readonly type: 'addNode';
  /** Key with which the node signs while its validator is in the set. No other node may have it. */
  readonly key: ValidatorKey;
}

export const command = defineCommand<AddNode>({
  type: 'addNode',
  apply(core, { key }) {
    const isTaken = core.nodes.some((node) => equalBytes(node.key.address, key.address));
    invariant(!isTaken, `a node has the key of ${key.name} already`);
    const index = core.nodes.length;
    const engine = newestState(core);
    core.envs = [...core.envs, envFor(core, index, key)];
    core.nodes = [...core.nodes, { index, key, up: true, engine, durable: engine }];
    core.looked = [...core.looked, -1];
    core.timeouts = [...core.timeouts, undefined];
    core.traffic.grow(core.nodes.length);
    updateConnections(core);
    startNode(core, index);
    scheduleGossip(core, index, 0n);
  },
  object: ({ key }) => key.name,
});

/** Returns the state of an engine that has just learned the newest decided height. */
function newestState(core: Core): EngineState {
  const { engine } = nodeAt(core, 0);
  const startTime = core.now + core.options.timeouts.commit;
  const past = recall(core.history, core.lastDecidedHeight);
  // Before the first decision, every node is at the height after the start.
  if (past === undefined) return newEngineState(core.start, engine.round.lastCommit, startTime);
  const { chain } = past.decidedState;
  invariant(chain.lastValidators !== undefined, `height ${core.lastDecidedHeight} is decided`);
  const lastCommit = commitVotes(envAt(core, 0), chain.chainId, past.decided.seenCommit, chain.lastValidators);
  return newEngineState(past.decidedState, lastCommit, startTime);
}
