/** Shows one validator's round state as the CometBFT RPC does (consensus-engine.md 5.2). */

import type { PartsView, RoundStateView, VoteSetView } from '../../backend/comet.js';
import type { RoundVotes } from '../../consensus/tally/height_votes.js';
import { votesOf } from '../../consensus/tally/vote_set.js';
import type { PartSet } from '../../consensus/types/part_set.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { SimNode } from '../../simulation/index.js';

const hashOf = (block: WholeBlock | undefined): Bytes => block?.id.hash ?? EMPTY_BYTES;

const partsOf = (set: PartSet | undefined): PartsView | undefined =>
  set && { received: set.parts.map((part) => part !== undefined) };

/** Shows the votes of a round. They are listed when they are read, because a height may have thousands of rounds. */
const votesView = ({ round, prevotes, precommits }: RoundVotes): VoteSetView => ({
  round,
  get prevotes() {
    return votesOf(prevotes);
  },
  get precommits() {
    return votesOf(precommits);
  },
});

export function roundStateView({ engine }: SimNode): RoundStateView {
  const { round, decidedState } = engine;
  return {
    height: round.height,
    round: round.round,
    step: round.step,
    startTime: round.startTime,
    commitTime: round.commitTime ?? ZERO_TIME,
    validators: round.validators,
    proposalBlockHash: hashOf(round.proposalBlock),
    lockedBlockHash: hashOf(round.lockedBlock),
    validBlockHash: hashOf(round.validBlock),
    votes: round.votes.rounds.map(votesView),
    proposal: round.proposal,
    proposalBlock: round.proposalBlock?.block,
    proposalParts: partsOf(round.proposalParts),
    lockedRound: round.lockedRound,
    lockedBlock: round.lockedBlock?.block,
    lockedParts: partsOf(round.lockedBlock?.parts),
    validRound: round.validRound,
    validBlock: round.validBlock?.block,
    validParts: partsOf(round.validBlock?.parts),
    commitRound: round.commitRound,
    lastCommit: round.lastCommit && votesOf(round.lastCommit),
    lastValidators: decidedState.chain.lastValidators,
    triggeredPrecommitWait: round.triggeredPrecommitWait,
  };
}
