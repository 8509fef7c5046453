/**
 * Sends a node the messages that it missed. At each tick, every reachable peer offers what the node lacks; a node at an
 * earlier height receives the stored commit and the block. Gossip repeats until the node lacks nothing. Without faults
 * no timer is set, so gossip costs nothing.
 */
import { oldestHeight, recall } from '../../consensus/height_history.js';
import type { Message } from '../../consensus/input.js';
import { newEngineState } from '../../consensus/state.js';
import { type Core, changeNode, commitVotes, envAt, nodeAt, note } from '../core.js';
import { hasRefusedVote } from '../decided_height.js';
import type { SimNode } from '../sim_node.js';
import { linkIsSevered } from './connections.js';
import { scheduleGossip } from './gossip_timer.js';
import { missingMessages } from './missing_messages.js';
import { send } from './transmit.js';

/** Gossips to one node. Returns true when the node's state was replaced, so that the node must be started again. */
export function gossipTo(core: Core, index: number): boolean {
  const to = nodeAt(core, index);
  if (!to.up) return false;
  lookAgain(core, index);
  const peers = peersOf(core, index);
  const { height, round } = to.engine.round;
  const ahead = peers.filter(({ engine }) => engine.round.height > height);
  if (ahead.length > 0 && catchUp(core, to, ahead)) return true;
  const decided = ahead.length === 0 ? undefined : recall(core.history, height);
  // The node may need the votes of its own height, too, where it refuses one of the commit.
  if (ahead.length > 0 && (decided === undefined || !hasRefusedVote(decided, decided.decided.seenCommit))) return false;
  const equals = peers.filter(({ engine }) => engine.round.height === height);
  const offered = offerAll(core, to, equals);
  if (offered || equals.some(({ engine }) => engine.round.round > round)) scheduleGossip(core, index);
  return false;
}

/**
 * Reschedules gossip for a node behind a cut link, which receives only what others relay. It repeats while any message
 * is delivered or queued.
 */
function lookAgain(core: Core, index: number): void {
  if (!core.cuts.some(({ low, high }) => low === index || high === index)) return;
  const isStill = core.queue.size === 0 && core.looked[index] === core.delivered;
  core.looked[index] = core.delivered;
  if (!isStill) scheduleGossip(core, index);
}

/** Returns the peers that are up and reachable, rotated so that each node begins with another peer. */
function peersOf(core: Core, index: number): readonly SimNode[] {
  const { nodes } = core;
  const turned = [...nodes.slice(index + 1), ...nodes.slice(0, index)];
  return turned.filter((peer) => peer.up && !linkIsSevered(core, peer.index, index));
}

/**
 * Offers each missing message from one peer after the other, until a send succeeds. Returns whether any was offered.
 */
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

/** Returns the content of a message; two messages with the same content are duplicates. */
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

/**
 * Replaces the state of a node whose height is no longer retained by the oldest retained one, as state sync does.
 * Returns false when no state is available.
 */
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
