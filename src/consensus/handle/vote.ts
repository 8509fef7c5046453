/** A vote arrives (CometBFT addVote): what it adds up to decides what comes next. */
import { accuse } from '../evidence/accuse.js';
import type { Message } from '../message.js';
import { followPrecommit } from '../round/follow_precommit.js';
import { followPrevote } from '../round/follow_prevote.js';
import { OwnSignature } from '../round/own_signature.js';
import { Step } from '../round/step.js';
import { verifyVote } from '../round/verify.js';
import { addToHeight } from '../tally/height_votes.js';
import { type AddedVote, addVote, isFull } from '../tally/vote_set.js';
import { miss, plan, refuse, type Turn } from '../turn.js';
import { type Vote, VoteType, validateVote } from '../types/vote.js';

export function handleVote(turn: Turn, from: number, message: Extract<Message, { type: 'vote' }>): void {
  const { vote } = message;
  const { height } = turn.round;
  // What a key of this process signed is well formed; looking at its signature would make it.
  const problem = vote.signature instanceof OwnSignature ? undefined : validateVote(vote);
  if (problem !== undefined) {
    refuse(turn, problem);
    return;
  }
  if (vote.height === height) {
    addCurrent(turn, from, vote);
    return;
  }
  if (vote.height > height) {
    miss(turn, message);
    return;
  }
  if (vote.height + 1n === height && vote.type === VoteType.Precommit) addLate(turn, vote);
}

function addCurrent(turn: Turn, from: number, vote: Vote): void {
  const rs = turn.round;
  const { votes, outcome } = addToHeight(rs.votes, vote, from, () => isGenuine(turn, vote));
  rs.votes = votes;
  if (!wasAdded(turn, vote, outcome)) return;
  if (vote.type === VoteType.Prevote) followPrevote(turn, vote.round);
  else followPrecommit(turn, vote.round);
}

/** A precommit for the height before counts while the new height has not begun: it goes into the next block. */
function addLate(turn: Turn, vote: Vote): void {
  const rs = turn.round;
  if (rs.step !== Step.NewHeight || rs.lastCommit === undefined) return;
  if (vote.round !== rs.lastCommit.round) return;
  const outcome = addVote(rs.lastCommit, vote, () => isGenuine(turn, vote));
  if (outcome.type === 'added' || outcome.type === 'conflict') rs.lastCommit = outcome.set;
  if (!wasAdded(turn, vote, outcome)) return;
  if (turn.env.timeouts.skipTimeoutCommit && isFull(rs.lastCommit)) plan(turn, { enter: 'NextHeight' });
}

function isGenuine({ env, state, round }: Turn, vote: Vote): boolean {
  const { chain } = state.ledger;
  const signers = vote.height === round.height ? chain.validators : chain.lastValidators;
  const validator = signers?.validators[vote.validatorIndex];
  return validator !== undefined && verifyVote(env, chain.chainId, validator.pubKey, vote);
}

/** Says what became of the vote; true when it counts. */
function wasAdded(turn: Turn, vote: Vote, outcome: AddedVote): boolean {
  switch (outcome.type) {
    case 'added':
      noteVote(turn, vote);
      if (outcome.conflict !== undefined) accuse(turn, outcome.conflict, vote);
      return true;
    case 'conflict':
      accuse(turn, outcome.conflict, vote);
      return false;
    case 'refused':
      refuse(turn, outcome.reason);
      return false;
    case 'duplicate':
      return false;
  }
}

function noteVote(turn: Turn, vote: Vote): void {
  const { height, round, step } = turn.round;
  turn.effects.push({ type: 'note', note: { type: 'vote', node: turn.env.node, height, round, step, vote } });
}
