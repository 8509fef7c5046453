/**
 * How a node comes by what it missed: at each look every peer that it can hear offers what the node lacks; a node of an
 * earlier height is given the stored commit and the block. It looks again until it lacks nothing. In a run without
 * faults nobody ever looks, so gossip costs nothing there.
 */
import { oldestHeight, recall } from '../../consensus/height_history.js';
import type { Message } from '../../consensus/message.js';
import { newEngineState } from '../../consensus/state.js';
import { type Core, changeNode, commitVotes, envAt, nodeAt, note } from '../core.js';
import type { SimNode } from '../sim_node.js';
import { linkIsSevered } from './connections.js';
import { scheduleGossip } from './gossip_timer.js';
import { missingMessages } from './missing_messages.js';
import { send } from './transmit.js';

/** True when the node's state was replaced and has to be started again. */
export function gossipTo(core: Core, index: number): boolean {
  const to = nodeAt(core, index);
  if (!to.up) return false;
  lookAgain(core, index);
  const peers = peersOf(core, index);
  const { height, round } = to.engine.round;
  const ahead = peers.filter(({ engine }) => engine.round.height > height);
  if (ahead.length > 0) return catchUp(core, to, ahead);
  const equals = peers.filter(({ engine }) => engine.round.height === height);
  const offered = offerAll(core, to, equals);
  if (offered || equals.some(({ engine }) => engine.round.round > round)) scheduleGossip(core, index);
  return false;
}

/** Behind a cut link a node hears only what others pass on: it looks for as long as anything moves. */
function lookAgain(core: Core, index: number): void {
  if (!core.cuts.some(({ low, high }) => low === index || high === index)) return;
  const isStill = core.queue.size === 0 && core.looked[index] === core.delivered;
  core.looked[index] = core.delivered;
  if (!isStill) scheduleGossip(core, index);
}

/** Nodes that are up and can be heard, each node beginning with another. */
function peersOf(core: Core, index: number): readonly SimNode[] {
  const { nodes } = core;
  const turned = [...nodes.slice(index + 1), ...nodes.slice(0, index)];
  return turned.filter((peer) => peer.up && !linkIsSevered(core, peer.index, index));
}

/** Each missing thing is offered by one peer after the other, until one gets it through. */
function offerAll(core: Core, to: SimNode, peers: readonly SimNode[]): boolean {
  const sent = new Set<unknown>();
  let offered = false;
  for (const peer of peers)
    for (const message of missingMessages(peer.engine, to.engine)) {
      const what = subject(message);
      offered = true;
      if (!sent.has(what) && send(core, peer.index, to.index, message)) sent.add(what);
    }
  return offered;
}

/** What makes two messages carry the same thing. */
function subject(message: Message): unknown {
  switch (message.type) {
    case 'proposal':
      return message.proposal;
    case 'part':
      return message.part;
    case 'vote':
      return message.vote;
    case 'evidence':
      return message.evidence;
    case 'majority':
    case 'catch up':
      return message;
  }
}

function catchUp(core: Core, to: SimNode, ahead: readonly SimNode[]): boolean {
  scheduleGossip(core, to.index);
  const past = recall(core.history, to.engine.round.height);
  if (past === undefined) return jump(core, to);
  const { seenCommit, parts } = past.decided;
  for (const peer of ahead)
    if (send(core, peer.index, to.index, { type: 'catch up', commit: seenCommit, parts })) break;
  return false;
}

/** Nobody remembers the node's height: it takes over the oldest state that is remembered, as state sync would. */
function jump(core: Core, to: SimNode): boolean {
  const oldest = oldestHeight(core.history);
  const past = oldest === undefined ? undefined : recall(core.history, oldest);
  if (past === undefined || past.decidedState.chain.lastValidators === undefined) return false;
  const env = envAt(core, to.index);
  const { chain } = past.decidedState;
  const lastCommit = commitVotes(env, chain.chainId, past.decided.seenCommit, past.decidedState.chain.lastValidators);
  const fresh = newEngineState(past.decidedState, lastCommit, core.now + env.timeouts.commit);
  const engine = { ...fresh, signed: to.engine.signed };
  changeNode(core, to, { engine, durable: engine });
  note(core, { type: 'jumped', node: to.index, height: chain.lastBlockHeight + 1n });
  return true;
}
