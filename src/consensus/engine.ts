/**
 * The consensus engine of one validator as a pure function: Tendermint (arXiv:1807.04938) as CometBFT 0.38 runs it
 * (consensus-engine.md 5). The handler of an input plans transitions, which run one after the other. The validator's
 * own messages are then handled the same way, until none is left or the application is asked. Left out: the
 * clients' side of gossip, block sync.
 */
import { InvariantViolation, invariant } from '../kernel/errors.js';
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../kernel/time.js';
import type { Caches } from './caches.js';
import type { Effect } from './effect.js';
import type { Env } from './env.js';
import { handleBlockPart } from './handle/block_part.js';
import { handleEvidence } from './handle/evidence.js';
import { handleProposal } from './handle/proposal.js';
import { addCurrent, handleVote } from './handle/vote.js';
import type { AbciReply, Incoming, Input, Message, Timeout } from './input.js';
import { enter, precommit } from './round/enter.js';
import { prevote } from './round/enter_prevote.js';
import { needsProofBlock, reachPropose } from './round/enter_propose.js';
import { beginNextHeight } from './round/finalize.js';
import { newBlock } from './round/new_block.js';
import { propose } from './round/propose.js';
import { rearm, schedule } from './round/timer.js';
import { RoundStep } from './round_step.js';
import type { EngineState, RoundState } from './state.js';
import { beginStep, emitEvent, NONE, plan, refuse, type StepDraft } from './step_draft.js';
import { replaceVoteSet, voteSetOf, votesOfRound } from './tally/height_votes.js';
import { claimMajority, mapVotes, type VoteSet } from './tally/vote_set.js';
import { equalBlockIds } from './types/block_id.js';
import { BlockIdFlag, commitToVote } from './types/commit.js';
import { type Vote, VoteType } from './types/vote.js';

export interface StepResult {
  readonly state: EngineState;
  readonly effects: readonly Effect[];
}

/**
 * Applies `input` to `state` at the time `now` of the validator's clock. While the state awaits the application, only a
 * reply is allowed. Without `detailed`, the effects do not note votes and steps of rounds, which costs less where nobody
 * observes them.
 */
export function step(env: Env, state: EngineState, input: Input, now: UnixNanos, detailed = true): StepResult {
  const draft = beginStep(env, state, now, detailed);
  if ((state.awaiting === undefined) === (input.type === 'reply')) throw outOfTurn(env, state, input);
  if (input.type === 'message') handleMessage(draft, input.incoming);
  else handle(draft, input);
  settle(draft);
  const after = draft.state;
  after.round = draft.round;
  after.agenda = draft.agenda;
  after.queue = draft.queue;
  return { state: after, effects: draft.effects };
}

function outOfTurn({ node }: Env, { awaiting }: EngineState, { type }: Input): InvariantViolation {
  const what = awaiting === undefined ? 'nothing was asked' : `the answer to ${awaiting.type} was awaited`;
  return new InvariantViolation(`node ${node} got "${type}" while ${what}`);
}

/** Runs the planned transitions, then handles the own messages, until none is left or the application is asked. */
function settle(draft: StepDraft): void {
  while (draft.state.awaiting === undefined) {
    const [transition] = draft.agenda;
    if (transition !== undefined) {
      draft.agenda = draft.agenda.length === 1 ? NONE : draft.agenda.slice(1);
      enter(draft, transition);
      continue;
    }
    const [incoming] = draft.queue;
    if (incoming === undefined) return;
    draft.queue = draft.queue.length === 1 ? NONE : draft.queue.slice(1);
    handleMessage(draft, incoming);
  }
}

function handle(draft: StepDraft, input: Exclude<Input, { type: 'message' }>): void {
  switch (input.type) {
    case 'start':
      handleStart(draft);
      return;
    case 'timeout':
      handleTimeout(draft, input.timeout);
      return;
    case 'transactions available':
      handleTransactionsAvailable(draft);
      return;
    case 'reply':
      handleReply(draft, input.reply);
      return;
    case 're-sign':
      handleReSign(draft, input.votes);
      return;
  }
}

function handleMessage(draft: StepDraft, { from, message }: Incoming): void {
  switch (message.type) {
    case 'proposal':
      handleProposal(draft, message);
      return;
    case 'part':
      handleBlockPart(draft, message);
      return;
    case 'vote':
      handleVote(draft, from, message);
      return;
    case 'evidence':
      handleEvidence(draft, from, message.evidence);
      return;
    case 'majority':
      handleMajorityClaim(draft, message);
      return;
    case 'catch up':
      handleCatchUp(draft, from, message);
      return;
  }
}

function isAlive(rs: RoundState, { height, round, step }: Timeout): boolean {
  if (height !== rs.height || round < rs.round) return false;
  return round > rs.round || step >= rs.step;
}

/** Handles a timeout: lines 57–67 of the paper. A timeout for an earlier height, round or step is ignored. */
function handleTimeout(draft: StepDraft, timeout: Timeout): void {
  if (!isAlive(draft.round, timeout)) return;
  const { height, round, step } = timeout;
  switch (step) {
    case RoundStep.NewHeight:
      plan(draft, { enter: 'NewRound', height, round: 0 });
      return;
    case RoundStep.NewRound:
      plan(draft, { enter: 'Propose', height, round });
      return;
    case RoundStep.Propose:
      emitEvent(draft, 'timeout propose');
      plan(draft, { enter: 'Prevote', height, round });
      return;
    case RoundStep.PrevoteWait:
      emitEvent(draft, 'timeout wait');
      plan(draft, { enter: 'Precommit', height, round });
      return;
    case RoundStep.PrecommitWait:
      emitEvent(draft, 'timeout wait');
      plan(draft, { enter: 'Precommit', height, round }, { enter: 'NewRound', height, round: round + 1 });
      return;
    case RoundStep.Prevote:
    case RoundStep.Precommit:
    case RoundStep.Commit:
      return;
  }
}

/** Starts a validator, or restarts it from its persisted state: its timer has to be set again. */
function handleStart(draft: StepDraft): void {
  const { round, state, now } = draft;
  if (round.step === RoundStep.NewHeight) {
    rearm(draft, round.height, 0, RoundStep.NewHeight, round.startTime - now);
    return;
  }
  const { timer } = state;
  if (timer !== undefined && isAlive(round, timer)) rearm(draft, timer.height, timer.round, timer.step, timer.duration);
}

/**
 * Handles the mempool's first transaction while empty blocks are not wanted (consensus-engine.md 5.6). Between two
 * heights this sets a timer that replaces the one for the new height. When it fires, the engine goes straight to
 * Propose, and that height publishes no NewRound. CometBFT does the same.
 */
function handleTransactionsAvailable(draft: StepDraft): void {
  const { height, round, step, startTime } = draft.round;
  if (round !== 0) return;
  if (step === RoundStep.NewRound) {
    plan(draft, { enter: 'Propose', height, round: 0 });
    return;
  }
  if (step !== RoundStep.NewHeight || needsProofBlock(draft)) return;
  schedule(draft, height, 0, RoundStep.NewRound, startTime - draft.now + NANOS_PER_MILLISECOND);
}

/** Handles the application's reply: the step that sent the call resumes. */
function handleReply(draft: StepDraft, reply: AbciReply): void {
  const question = draft.state.awaiting;
  if (question?.type !== reply.type) throw new InvariantViolation(`${reply.type} is no answer to ${question?.type}`);
  draft.state.awaiting = undefined;
  switch (reply.type) {
    case 'prepareProposal':
      invariant(question.type === 'prepareProposal', 'no block is awaited');
      propose(draft, newBlock(draft, question.request, reply.txs));
      reachPropose(draft);
      return;
    case 'processProposal':
      prevote(draft, reply.accept ? draft.round.proposalBlock : undefined);
      return;
    case 'extendVote':
      invariant(question.type === 'extendVote', 'no extension is awaited');
      precommit(draft, question.blockId, reply.voteExtension);
      return;
    case 'verifyVoteExtension':
      invariant(question.type === 'verifyVoteExtension', 'no extension was asked about');
      if (reply.accept) addCurrent(draft, question.from, question.vote);
      else refuse(draft, 'invalid vote extension');
      return;
    case 'finalizeBlock':
      invariant(question.type === 'finalizeBlock', 'no decision is awaited');
      beginNextHeight(draft, question.decided, reply.response);
      return;
  }
}

/**
 * Replaces the precommits of a decided block by ones with another time (consensus-engine.md 4.2, option b). A chain
 * whose users set the time gives the next block its time this way. Until the next block exists, the commit of the
 * newest block is only a seen commit, so replacing it changes no block. The simulated network replaces it on all nodes
 * in one event. Replaces every precommit, of the height before or of this one, that `votes` has in another version.
 */
function handleReSign(draft: StepDraft, votes: readonly Vote[]): void {
  const [first] = votes;
  if (first === undefined) return;
  const rs = draft.round;
  const { caches } = draft.env;
  if (rs.lastCommit?.height === first.height) rs.lastCommit = reSigned(caches, rs.lastCommit, first, votes);
  if (rs.height !== first.height) return;
  const held = votesOfRound(rs.votes, first.round)?.precommits;
  if (held !== undefined) rs.votes = replaceVoteSet(rs.votes, reSigned(caches, held, first, votes));
}

function reSigned(caches: Caches, set: VoteSet, { round, type }: Vote, votes: readonly Vote[]): VoteSet {
  if (set.round !== round || set.type !== type) return set;
  if (caches.lastSwap?.set === set && caches.lastSwap.votes === votes) return caches.lastSwap.result;
  const result = mapVotes(set, (held) => votes.find((vote) => isSameVote(held, vote)) ?? held);
  caches.lastSwap = { set, votes, result };
  return result;
}

const isSameVote = (a: Vote, b: Vote): boolean =>
  a.validatorIndex === b.validatorIndex && equalBlockIds(a.blockId, b.blockId);

/**
 * Handles a peer's claim of a majority (CometBFT SetPeerMaj23): conflicting votes for that block count from then on.
 */
function handleMajorityClaim(draft: StepDraft, claim: Extract<Message, { type: 'majority' }>): void {
  const rs = draft.round;
  if (claim.height !== rs.height) return;
  const set = voteSetOf(rs.votes, claim.round, claim.voteType);
  if (set !== undefined) rs.votes = replaceVoteSet(rs.votes, claimMajority(set, claim.blockId));
}

/**
 * Gives a node that is behind the stored commit of its height and the parts of the block (consensus-engine.md 5.8).
 * They pass through the queue as votes and parts, under the same rules as all others.
 */
function handleCatchUp(draft: StepDraft, from: number, message: Extract<Message, { type: 'catch up' }>): void {
  const { commit, parts } = message;
  const { height, round, blockId } = commit;
  if (height !== draft.round.height) return;
  // If an equivocator's other vote arrived first, the one in the commit must count.
  const claim = { type: 'majority', height, round, voteType: VoteType.Precommit, blockId } as const;
  const unpacked: Incoming[] = [{ from, message: claim }];
  for (const [index, slot] of commit.signatures.entries())
    if (slot.blockIdFlag !== BlockIdFlag.Absent)
      unpacked.push({ from, message: { type: 'vote', vote: commitToVote(commit, index) } });
  for (const part of parts.parts)
    if (part !== undefined) unpacked.push({ from, message: { type: 'part', height, round, part } });
  draft.queue = [...draft.queue, ...unpacked];
}
