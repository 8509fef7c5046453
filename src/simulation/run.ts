/** Runs one event: the node's step on an input, and its effects on the rest of the network. */
import type { AbciCall, Effect } from '../consensus/effect.js';
import { step } from '../consensus/engine.js';
import { amendNewest, onlyNewest, recall, record } from '../consensus/height_history.js';
import type { AbciReply, Input } from '../consensus/input.js';
import { verifySignature } from '../consensus/signature/verify_signature.js';
import { equalBlockIds } from '../consensus/types/block_id.js';
import { verifyCommit } from '../consensus/types/verify_commit.js';
import type { Vote } from '../consensus/types/vote.js';
import { equalBytes } from '../kernel/bytes.js';
import { InvariantViolation, invariant } from '../kernel/errors.js';
import { cachedReply, extensionCheck, rememberReply } from './abci_reply_cache.js';
import { mayFork } from './byzantine_power.js';
import { watch } from './check_invariants.js';
import type { ConflictingCommits } from './conflicting_commits.js';
import { type Core, clockLead, envAt, nodeAt, note } from './core.js';
import { hasRefusedVote } from './decided_height.js';
import { type Alarm, ownerOf } from './delivery/alarms.js';
import { isBefore, type QueuedEvent } from './delivery/event_queue.js';
import { gossipTo } from './gossip/gossip.js';
import { scheduleGossip } from './gossip/gossip_timer.js';
import { broadcast } from './gossip/transmit.js';
import { setTimer } from './heights/height_start.js';
import type { NetworkEvent } from './listen.js';
import type { NodeAbciCall } from './progress.js';
import type { SimNode } from './sim_node.js';

/**
 * Returns the next event: a queued one, a node's timer, or a node's gossip timer. No event happens
 * after the instant of conflicting commits.
 */
export function nextEvent(core: Core): QueuedEvent | Alarm | undefined {
  const queued = core.queue.peek();
  const alarm = core.alarms.earliest();
  const first =
    queued === undefined || (alarm !== undefined && alarm.time <= queued.time && isBefore(alarm, queued))
      ? alarm
      : queued;
  return core.conflict === undefined || (first !== undefined && first.time <= core.conflict.time) ? first : undefined;
}

/** Runs what `nextEvent` returned. */
export function runEvent(core: Core, event: QueuedEvent | Alarm | undefined): void {
  if (core.asking !== undefined)
    throw new InvariantViolation(`step while ${core.asking.type} is pending: call answer first`);
  if (event === undefined) return;
  core.events++;
  if (event.time > core.now) {
    watch(core, { type: 'event', time: event.time, before: core.now });
    core.now = event.time;
  }
  if ('input' in event) {
    core.queue.pop();
    core.delivered++;
    if (core.networkEvents !== undefined) hear(core, core.networkEvents, event);
    perform(core, event.node, event.input);
  } else runAlarm(core, event);
}

/** Reports the arrival of a message, at a node that is up or at one that is down. */
function hear({ now, nodes }: Core, networkEvents: NetworkEvent[], { node, input }: QueuedEvent): void {
  if (input.type !== 'message') return;
  const passage = { at: now, to: node, ...input.incoming };
  if (nodes[node]?.up) networkEvents.push({ type: 'received', ...passage });
  else networkEvents.push({ type: 'dropped', ...passage, by: { type: 'down' } });
}

function runAlarm(core: Core, { slot }: Alarm): void {
  core.alarms.clear(slot);
  const { node, isGossip } = ownerOf(slot);
  if (isGossip) {
    if (gossipTo(core, node)) startNode(core, node);
    return;
  }
  const timeout = core.timeouts[node];
  core.timeouts[node] = undefined;
  if (timeout !== undefined) perform(core, node, { type: 'timeout', timeout });
}

export function runReply(core: Core, reply: AbciReply): void {
  const { asking } = core;
  if (asking === undefined) throw new InvariantViolation(`a reply to ${reply.type}, but no ABCI call is pending`);
  core.asking = undefined;
  rememberReply(core, asking, reply);
  // A check of a vote that was sent is no question of an engine.
  if (asking.type !== 'verifyVoteExtension' || isAwaited(nodeAt(core, asking.node), asking.vote))
    perform(core, asking.node, { type: 'reply', reply });
  else if (core.laterCalls.length > 0) askNext(core);
}

const isAwaited = ({ engine: { awaiting } }: SimNode, vote: Vote): boolean =>
  awaiting?.type === 'verifyVoteExtension' && awaiting.vote === vote;

function askLater(core: Core, call: NodeAbciCall): void {
  if (core.asking === undefined && core.laterCalls.length === 0) core.asking = call;
  else core.laterCalls = [...core.laterCalls, call];
}

function askNext(core: Core): void {
  if (core.asking !== undefined) return;
  core.asking = core.laterCalls[0];
  core.laterCalls = core.laterCalls.slice(1);
}

/** Starts or restarts a node. */
export const startNode = (core: Core, index: number): void => perform(core, index, { type: 'start' });

/**
 * Steps a node until it has nothing more to do or the host must reply. A node that is down ignores its input, and so does
 * one that has decided another block than the first: it stays where it is.
 */
function perform(core: Core, index: number, first: Input): void {
  let input: Input | undefined = first;
  while (input !== undefined) {
    const node = core.nodes[index] ?? nodeAt(core, index);
    if (!node.up) return;
    if (core.conflict !== undefined && node.engine.awaiting !== undefined && input.type !== 'reply') return;
    const now = core.faults.length === 0 ? core.now + core.clockOffset : core.now + clockLead(core, index);
    const { state, effects } = step(
      core.envs[index] ?? envAt(core, index),
      node.engine,
      input,
      now,
      core.detailed || core.networkEvents !== undefined,
    );
    const { key, up } = node;
    let { durable } = node;
    for (const { type } of effects) if (type === 'persist') durable = state;
    core.nodes[index] = { index, key, up, engine: state, durable };
    input = effects.length === 0 ? undefined : carryOut(core, index, effects);
  }
  if (core.laterCalls.length > 0) askNext(core);
}

/** Records a decided height in the network's history, while some node is behind it. */
function rememberDecision(core: Core, node: number, effect: Extract<Effect, { type: 'decided' }>): void {
  const { decided, response, chain } = effect;
  const { height } = decided.block.header;
  const after = nodeAt(core, node).engine.decidedState;
  const before = recall(core.history, height - 1n)?.decidedState ?? core.start;
  const first = height > core.lastDecidedHeight;
  const earlier = recall(core.history, height);
  watch(core, { type: 'decided', node, decided, response, before, after, earlier });
  if (first) {
    invariant(height === core.lastDecidedHeight + 1n, `height ${height} is decided after ${core.lastDecidedHeight}`);
    const proposalStatuses = core.proposalStatuses.filter((proposalStatus) => proposalStatus.height === height);
    const extensionStatuses = core.extensionStatuses.filter(({ vote }) => vote.height === height);
    const known = { decided, response, decidedState: after, proposalStatuses, extensionStatuses };
    core.history = record(core.history, height, known);
    core.extensionStatuses = core.extensionStatuses.filter(({ vote }) => vote.height > height);
    core.proposalStatuses = core.proposalStatuses.filter((proposalStatus) => proposalStatus.height > height);
    core.lastDecidedHeight = height;
  } else if (height < core.lastDecidedHeight) scheduleGossip(core, node, 0n);
  else if (earlier !== undefined && hasRefusedVote(earlier, earlier.decided.seenCommit)) {
    // The first node counted its own vote, which others refuse: nodes that are behind need the commit of another.
    const { seenCommit } = decided;
    if (!hasRefusedVote(earlier, seenCommit))
      core.history = amendNewest(core.history, { ...earlier, decided: { ...earlier.decided, seenCommit } });
  }
  note(core, { type: 'committed', node, first, decided, response, state: chain });
  if (core.nodes.every(({ engine: { round } }) => round.height > core.lastDecidedHeight))
    core.history = onlyNewest(core.history);
}

type FinalizeBlockCall = Extract<AbciCall, { type: 'finalizeBlock' }>;

/**
 * Ends a chain on which two blocks were decided at one height. Where byzantine nodes have at least a third of the
 * power, that is no bug of this project: the network remembers both commits and stops. Below a third it throws an
 * invariant violation. Events of the same instant still happen, so that `nodes` names every node that decides by then.
 * Returns true when a node has decided another block than was decided at the height; its call is never answered.
 */
function recordConflict(core: Core, node: number, question: AbciCall): boolean {
  if (question.type !== 'finalizeBlock') return false;
  const { height, hash } = question.request;
  if (height > core.lastDecidedHeight) return false;
  const first = recall(core.history, height)?.decided;
  if (first === undefined)
    throw new InvariantViolation(`node ${node} finalizes height ${height}, which the history does not retain`);
  if (equalBytes(first.blockId.hash, hash)) {
    if (core.conflict?.height === height) core.conflict = withDecision(core.conflict, node, question);
    return false;
  }
  const { chainId, validators } = nodeAt(core, node).engine.decidedState.chain;
  if (!mayFork(core, validators))
    throw new InvariantViolation(
      `agreement: node ${node} finalizes another block at height ${height} than was decided`,
    );
  const { blockId, seenCommit } = question.decided;
  const verify = verifySignature.bind(undefined, envAt(core, node));
  const problem = verifyCommit(chainId, validators, blockId, height, seenCommit, verify);
  if (problem !== undefined) throw new InvariantViolation(`commit verifies: height ${height}: ${problem}`);
  if (core.conflict !== undefined) {
    if (core.conflict.height === height) core.conflict = withDecision(core.conflict, node, question);
    return true;
  }
  const nodes = core.nodes.flatMap(({ index, engine: { round } }) => (round.height > height ? [index] : []));
  const branch = { blockId: first.blockId, commit: first.seenCommit, nodes };
  const conflict = { height, time: core.now, validators, branches: [branch] };
  core.conflict = withDecision(conflict, node, question);
  note(core, { type: 'conflicting commits', node, conflict: core.conflict });
  return true;
}

/** Adds a node to the branch of the block that it decided. */
function withDecision(conflict: ConflictingCommits, node: number, { decided }: FinalizeBlockCall): ConflictingCommits {
  const { blockId } = decided;
  const at = conflict.branches.findIndex((branch) => equalBlockIds(branch.blockId, blockId));
  const known = conflict.branches[at];
  const branches =
    known === undefined
      ? [...conflict.branches, { blockId, commit: decided.seenCommit, nodes: [node] }]
      : conflict.branches.with(at, { ...known, nodes: [...known.nodes, node].sort((a, b) => a - b) });
  return { ...conflict, branches };
}

/** Carries out the engine's effects. Returns the reply to an ABCI call if it is known already. */
function carryOut(core: Core, index: number, effects: readonly Effect[]): Input | undefined {
  for (const effect of effects) {
    switch (effect.type) {
      case 'note':
        note(core, effect.note);
        break;
      case 'send': {
        const { message } = effect;
        broadcast(core, index, message);
        if (message.type !== 'vote' || message.vote.extension === undefined) break;
        const check = extensionCheck(core, index, message.vote);
        if (check !== undefined) askLater(core, check);
        break;
      }
      case 'schedule':
        setTimer(core, index, effect.timeout);
        break;
      case 'missed':
        scheduleGossip(core, index);
        break;
      case 'decided':
        rememberDecision(core, index, effect);
        break;
      case 'ask': {
        if (recordConflict(core, index, effect.question)) break;
        const reply = cachedReply(core, effect.question);
        if (reply !== undefined) return { type: 'reply', reply };
        askLater(core, { node: index, ...effect.question });
        break;
      }
      case 'persist':
      case 'accuse':
        break;
    }
  }
  return undefined;
}
