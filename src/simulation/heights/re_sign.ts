/**
 * Signs the precommits of the last decided height again with another time. It replaces them everywhere at once: in
 * every node, in messages in flight, and in the history.
 */

import { step } from '../../consensus/engine.js';
import { amendNewest, recall } from '../../consensus/height_history.js';
import type { Input, Message } from '../../consensus/input.js';
import { VOTE_TIME_STEP } from '../../consensus/round/vote_time.js';
import { OwnSignature, type VoteFacts } from '../../consensus/signature/own_signature.js';
import type { EngineState } from '../../consensus/state.js';
import { precommitsOf } from '../../consensus/tally/height_votes.js';
import { findVote } from '../../consensus/tally/vote_set.js';
import { equalBlockIds, NIL_BLOCK_ID } from '../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit, type CommitSig } from '../../consensus/types/commit.js';
import { voteExtensionsEnabled } from '../../consensus/types/params.js';
import type { ValidatorSet } from '../../consensus/types/validator_set.js';
import { type Vote, VoteType } from '../../consensus/types/vote.js';
import { equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { formatTime, isBeyondHeaders, type UnixNanos } from '../../kernel/time.js';
import { type Core, envAt, nodeAt } from '../core.js';
import { skewOf } from '../fault_index.js';

/** Signs again for the keys of this network; precommits of other keys stay unchanged. */
export function reSignLastCommit(core: Core, time: UnixNanos): void {
  const commit = lastDecidedCommit(core);
  const { chain } = nodeAtLastDecided(core).decidedState;
  invariant(commit !== undefined && chain.lastValidators !== undefined, 'the first block has the genesis time');
  const least = chain.lastBlockTime + (isBeyondHeaders(chain.lastBlockTime) ? 1n : VOTE_TIME_STEP);
  if (time < least)
    throw new InvariantViolation(
      `the next block cannot have ${formatTime(time)}: it must be at least ${formatTime(least)}, after block ${core.lastDecidedHeight}`,
    );
  const votes = reSignedVotes(core, commit, chain.lastValidators, time, least);
  for (const { index } of core.nodes) reSignNode(core, index, votes);
  core.queue.mapInputs((input) => reSignInput(input, votes));
  const past = recall(core.history, core.lastDecidedHeight);
  if (past === undefined) return;
  const seenCommit = reSignCommit(past.decided.seenCommit, votes);
  core.history = amendNewest(core.history, { ...past, decided: { ...past.decided, seenCommit } });
}

/**
 * Returns the state of a node that has the last decided height. Before any decision, all nodes are in their start
 * state.
 */
export function nodeAtLastDecided(core: Core): EngineState {
  const { engine } = core.nodes.find((node) => node.engine.round.height > core.lastDecidedHeight) ?? nodeAt(core, 0);
  return engine;
}

type Decision = Pick<Commit, 'height' | 'round' | 'blockId'>;

function lastDecidedCommit(core: Core): Decision | undefined {
  const past = recall(core.history, core.lastDecidedHeight);
  if (past !== undefined) return past.decided.seenCommit;
  const { lastCommit } = nodeAtLastDecided(core).round;
  if (lastCommit?.majority === undefined) return undefined;
  return { height: lastCommit.height, round: lastCommit.round, blockId: lastCommit.majority };
}

/**
 * Signs two precommits for every validator whose key is in this network: one for the block and one for nil. Each is
 * used only where the same vote exists.
 */
function reSignedVotes(
  core: Core,
  { height, round, blockId }: Decision,
  set: ValidatorSet,
  time: UnixNanos,
  least: UnixNanos,
): readonly Vote[] {
  const { chainId } = core.options.state;
  const extended = voteExtensionsEnabled(nodeAtLastDecided(core).decidedState.chain.params, height);
  return set.validators.flatMap(({ address }, validatorIndex) => {
    const node = core.nodes.find(({ key }) => equalBytes(key.address, address));
    if (node === undefined) return [];
    // Each validator stamps its vote by its own clock, so the time of the next header is a median of skewed clocks.
    // Where headers stand still, a second of skew would be decades of the EVM.
    const skewed = isBeyondHeaders(time) ? time : time + skewOf(core.faults, node.index);
    const timestamp = skewed < least ? least : skewed;
    return [blockId, NIL_BLOCK_ID].map((id) => {
      const facts = {
        type: VoteType.Precommit,
        height,
        round,
        blockId: id,
        timestamp,
        validatorAddress: address,
        validatorIndex,
      };
      const extension = extended ? extensionOf(core, facts) : undefined;
      return OwnSignature.onVote(core.options.crypto, chainId, node.key, extension ? { ...facts, extension } : facts);
    });
  });
}

/** Returns the extension of a precommit that some node has. The time is not part of what its signature covers. */
function extensionOf({ nodes, history }: Core, { height, round, validatorIndex, blockId }: VoteFacts) {
  for (const { engine } of nodes) {
    const { lastCommit, votes } = engine.round;
    const set =
      lastCommit?.height === height ? lastCommit : votes.height === height ? precommitsOf(votes, round) : undefined;
    const found = set?.round === round ? findVote(set, validatorIndex, blockId)?.extension : undefined;
    if (found !== undefined) return found;
  }
  return recall(history, height)?.decided.seenCommit.signatures[validatorIndex]?.extension;
}

/**
 * Replaces the votes in a node. The result is durable, because the node has already persisted the votes that it holds.
 */
function reSignNode(core: Core, index: number, votes: readonly Vote[]): void {
  const node = nodeAt(core, index);
  const { key, up } = node;
  const { state } = step(envAt(core, index), node.engine, { type: 're-sign', votes }, core.now);
  core.nodes[index] = { index, key, up, engine: state, durable: state };
}

function reSignInput(input: Input, votes: readonly Vote[]): Input {
  if (input.type !== 'message') return input;
  const message = reSignMessage(input.incoming.message, votes);
  return message === input.incoming.message ? input : { type: 'message', incoming: { ...input.incoming, message } };
}

function reSignMessage(message: Message, votes: readonly Vote[]): Message {
  if (message.type === 'vote') {
    const vote = votes.find((candidate) => isSameVote(candidate, message.vote));
    return vote === undefined ? message : { type: 'vote', vote };
  }
  if (message.type !== 'catch up' || message.commit.height !== votes[0]?.height) return message;
  return { ...message, commit: reSignCommit(message.commit, votes) };
}

const isSameVote = (a: Vote, b: Vote): boolean =>
  a.height === b.height &&
  a.round === b.round &&
  a.type === b.type &&
  a.validatorIndex === b.validatorIndex &&
  equalBlockIds(a.blockId, b.blockId);

function reSignCommit(commit: Commit, votes: readonly Vote[]): Commit {
  const signatures = commit.signatures.map((slot, index): CommitSig => {
    if (slot.blockIdFlag === BlockIdFlag.Absent) return slot;
    const blockId = slot.blockIdFlag === BlockIdFlag.Commit ? commit.blockId : NIL_BLOCK_ID;
    const vote = votes.find(
      (candidate) => candidate.validatorIndex === index && equalBlockIds(candidate.blockId, blockId),
    );
    return vote === undefined ? slot : { ...slot, timestamp: vote.timestamp, signature: vote.signature };
  });
  return { ...commit, signatures };
}
