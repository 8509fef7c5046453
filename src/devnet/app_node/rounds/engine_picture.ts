/** Draws the picture of a network of which one node is observed: its round, and the last votes of the others. */
import type {
  LastVote,
  NodePicture,
  RoundsPicture,
  UnknownNodePicture,
  VotesPicture,
} from '../../../backend/rounds.js';
import type { Names } from '../../../client/rounds/names.js';
import { type BlockAtRound, NIL, type RoundsState, type Votes } from '../../../client/rounds/state.js';
import { ROUND_STEPS } from '../../../kernel/round_steps.js';
import type { EngineValidators } from './engine_validators.js';

/** Returns a block as the page names it; null for nil. Dumps have the first 12 digits only, so all hashes have these. */
export const blockOf = (value: string): string | null => (value === NIL ? null : value.toLowerCase());

/** Returns CometBFT's number of a step. */
export const stepNumber = (step: RoundsState['position']['step']): number => ROUND_STEPS.indexOf(step) + 1;

export interface PictureTerms {
  /** Microseconds. */
  readonly at: number;
  readonly events: number;
  readonly names: Names;
  readonly validators: EngineValidators;
}

export function enginePicture(state: RoundsState, { at, events, names, validators }: PictureTerms): RoundsPicture {
  const last = lastVotes(state, validators);
  const nodes = Array.from({ length: validators.count }, (_, index): NodePicture | UnknownNodePicture => {
    if (index === validators.own) return observedNode(state, validators);
    const vote = last.get(index);
    return { unknown: true, vote };
  });
  return {
    at,
    events,
    height: Number(state.position.height),
    validators: validators.pictures(names),
    nodes,
    inFlight: [],
    messages: {},
    faults: [],
    cuts: [],
  };
}

function observedNode(state: RoundsState, validators: EngineValidators): NodePicture {
  const { position, proposer, proposal, locked, valid } = state;
  return {
    up: true,
    height: Number(position.height),
    round: position.round,
    step: stepNumber(position.step),
    proposer: validators.of(proposer),
    proposal: proposal?.toLowerCase(),
    locked: isKnown(locked) ? lowered(locked) : undefined,
    valid: isKnown(valid) ? lowered(valid) : undefined,
    votes: [...state.votes]
      .filter(([, { prevote, precommit }]) => prevote.size + precommit.size > 0)
      .sort(([a], [b]) => a - b)
      .map(([round, { prevote, precommit }]) => ({
        round,
        prevotes: choices(prevote, validators),
        precommits: choices(precommit, validators),
      })),
  };
}

/** A dump names the round of a lock. Its block is derived from the votes, if the dump has them. */
const isKnown = (value: BlockAtRound | undefined): value is BlockAtRound =>
  value !== undefined && value.block !== '' && value.block !== NIL;

const lowered = ({ round, block }: BlockAtRound): BlockAtRound => ({ round, block: block.toLowerCase() });

function choices(votes: Votes, validators: EngineValidators): VotesPicture['prevotes'] {
  const found: Record<number, string | null> = {};
  for (const [address, value] of votes) {
    const index = validators.of(address);
    if (index >= 0) found[index] = blockOf(value);
  }
  return found;
}

/** Maps validators to their last votes: those of the last round in which they voted, or those of the height before. */
function lastVotes(state: RoundsState, validators: EngineValidators): ReadonlyMap<number, LastVote> {
  const last = new Map<number, LastVote>();
  const { previous, position } = state;
  const add = (height: bigint, round: number, type: 1 | 2, votes: Votes): void => {
    for (const [address, value] of votes)
      last.set(validators.of(address), { height: Number(height), round, type, block: blockOf(value) });
  };
  if (previous !== undefined) {
    add(previous.height, previous.round, 1, previous.votes.prevote);
    add(previous.height, previous.round, 2, previous.votes.precommit);
  }
  for (const [round, votes] of [...state.votes].sort(([a], [b]) => a - b)) {
    add(position.height, round, 1, votes.prevote);
    add(position.height, round, 2, votes.precommit);
  }
  return last;
}
