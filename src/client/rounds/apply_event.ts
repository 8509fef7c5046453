/**
 * Applies one event to the state of the view. It accepts events in any order: an event of a past round changes nothing,
 * and one that does not follow from the state marks it as stale, so that the caller reads a new dump.
 */
import type { PlainRoundEventName } from '../../consensus/types/round_event.js';
import { ROUND_STEPS } from '../../kernel/round_steps.js';
import type { NewBlock, RoundEvent, Vote } from './read_event.js';
import {
  type BlockAtRound,
  type DecidedHeight,
  type Incident,
  NO_VOTES,
  type Position,
  type Round,
  type RoundsState,
  type RoundVotes,
} from './state.js';
import { tallyOf } from './tally.js';

/** Most decided heights of a state. */
const MAX_DECIDED = 20;
/** Most incidents of a state. */
const MAX_INCIDENTS = 5;
/** Most rounds between a vote and the current round, in either direction. */
const MAX_ROUNDS_APART = 16;
/** Most votes of a round, since a vote may be of a validator that the last dump did not have. */
const MAX_VOTES = 10_000;

export function applyEvent(state: RoundsState, event: RoundEvent): RoundsState {
  switch (event.type) {
    case 'Vote':
      return addVote(state, event.vote);
    case 'NewBlock':
      return addBlock(state, event.block);
    case 'NewEvidence':
      return addIncident(state, { type: 'evidence', height: event.height, evidence: event.evidence });
    case 'ValidatorSetUpdates':
      return changeValidators(state, event.updates);
    case 'NewRound':
    case 'NewRoundStep': {
      const moved = moveTo(state, event.at);
      return event.type === 'NewRound' && !isBefore(event.at, state.position)
        ? { ...moved, proposer: event.proposer || undefined }
        : moved;
    }
    case 'CompleteProposal':
      return isCurrent(state, event.at) ? { ...state, proposal: event.block } : state;
    default:
      return isCurrent(state, event.at) ? { ...state, ...effectOf(state, event.type) } : state;
  }
}

const isCurrent = ({ position }: RoundsState, { height, round }: Position): boolean =>
  height === position.height && round === position.round;

/** Checks whether a position is in a round before another one. */
const isBefore = (a: Position, b: Position): boolean =>
  a.height < b.height || (a.height === b.height && a.round < b.round);

const rankOf = ({ step }: Position): number => ROUND_STEPS.indexOf(step);

/** Moves to a position. An earlier position needs a dump: the chain was reverted, or the event is late. */
function moveTo(state: RoundsState, at: Position): RoundsState {
  const { position } = state;
  if (isBefore(at, position)) return { ...state, isStale: true };
  if (at.height > position.height) return toHeight(state, at);
  if (at.round === position.round)
    return { ...state, position: at, isStale: state.isStale || rankOf(at) < rankOf(position) };
  return {
    ...state,
    position: at,
    proposer: undefined,
    proposal: undefined,
    votes: new Map([...state.votes].filter(([round]) => round >= at.round - MAX_ROUNDS_APART)),
  };
}

function toHeight(state: RoundsState, at: Position): RoundsState {
  const { position, nextSetAt } = state;
  const isNext = at.height === position.height + 1n;
  const isNewSet = nextSetAt !== undefined && at.height >= nextSetAt;
  return {
    ...state,
    position: at,
    proposer: undefined,
    proposal: undefined,
    votes: new Map(),
    locked: undefined,
    valid: undefined,
    previous: isNext ? decidingRound(state) : undefined,
    isStale: state.isStale || !isNext || isNewSet,
  };
}

/** Finds the round with two thirds of the precommits for a block, which may be an earlier one than the node's. */
function decidingRound({ position: { height, round }, votes, validators, proposer }: RoundsState): Round {
  const found = [...votes].find(([, { precommit }]) => isBlock(tallyOf(precommit, validators).majority));
  const [decided, votesOfRound] = found ?? [round, votes.get(round) ?? NO_VOTES];
  const known = decided === round ? proposer : undefined;
  return { height, round: decided, proposer: known, validators, votes: votesOfRound, hasPrevotes: true };
}

const isBlock = (value: string | undefined): boolean => value !== undefined && value !== 'nil';

function withVote(votes: RoundVotes, { type, validator, value }: Vote): RoundVotes {
  if (votes[type].size >= MAX_VOTES && !votes[type].has(validator)) return votes;
  return { ...votes, [type]: new Map(votes[type]).set(validator, value) };
}

function addVote(state: RoundsState, vote: Vote): RoundsState {
  const { position, previous, votes } = state;
  // A precommit may arrive after the decision.
  if (previous !== undefined && vote.height === previous.height && vote.round === previous.round)
    return { ...state, previous: { ...previous, votes: withVote(previous.votes, vote) } };
  if (vote.height > position.height) return { ...state, isStale: true };
  if (vote.height < position.height || Math.abs(vote.round - position.round) > MAX_ROUNDS_APART) return state;
  return {
    ...state,
    votes: new Map(votes).set(vote.round, withVote(votes.get(vote.round) ?? NO_VOTES, vote)),
  };
}

/** Returns the block with two thirds of the prevotes of the current round, or the proposal. */
function polkaBlock({ position: { round }, votes, validators, proposal }: RoundsState): BlockAtRound {
  const { prevote, precommit } = votes.get(round) ?? NO_VOTES;
  const found = [prevote, precommit].map((of) => tallyOf(of, validators).majority).find(isBlock);
  return { round, block: found ?? proposal ?? '' };
}

function effectOf(state: RoundsState, type: Exclude<PlainRoundEventName, 'NewRoundStep'>): Partial<RoundsState> {
  switch (type) {
    case 'Lock':
    case 'Relock':
      return { locked: polkaBlock(state) };
    case 'Unlock':
      return { locked: undefined };
    case 'ValidBlock':
      return { valid: polkaBlock(state) };
    default:
      return {};
  }
}

/** Adds a decided height. The block after it has the round of its commit, which may be the first that shows it. */
function addBlock(state: RoundsState, { height, block, txs, lastCommitRound }: NewBlock): RoundsState {
  const { position } = state;
  if (height < (state.decided[0]?.height ?? 0n)) return { ...state, isStale: true };
  const decides = height === position.height ? decidingRound(state) : undefined;
  const hash = block || (decides && tallyOf(decides.votes.precommit, decides.validators).majority);
  const entry: DecidedHeight = { height, round: decides?.round, block: hash, txs };
  const others = state.decided
    .filter((one) => one.height !== height)
    .map((one) =>
      one.height === height - 1n && lastCommitRound !== undefined ? { ...one, round: lastCommitRound } : one,
    );
  // A node that fetches old blocks from its peers publishes blocks without rounds.
  const isStale = state.isStale || height > position.height;
  return { ...state, decided: [entry, ...others].slice(0, MAX_DECIDED), isStale };
}

const addIncident = (state: RoundsState, incident: Incident): RoundsState => ({
  ...state,
  incidents: [...state.incidents, incident].slice(-MAX_INCIDENTS),
});

/** Records changes of validators. The block at height H changes the set that votes from H + 2 on. */
function changeValidators(state: RoundsState, updates: readonly { address: string; power: bigint }[]): RoundsState {
  const { height } = state.position;
  const from = height + 2n;
  return { ...addIncident(state, { type: 'validators', height, from, updates }), nextSetAt: from };
}
