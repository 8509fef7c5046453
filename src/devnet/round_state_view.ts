/** One validator's round state as the consensus RPC shows it. */
import type { WholeBlock } from '../consensus/state.js';
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { ZERO_TIME } from '../kernel/time.js';
import type { RoundStateView } from '../rpc/ports.js';
import type { NodeState } from '../simulation/world.js';

const hashOf = (block: WholeBlock | undefined): Bytes => block?.id.hash ?? EMPTY_BYTES;

export function roundStateView({ engine }: NodeState): RoundStateView {
  const { round } = engine;
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
    votes: round.votes.rounds.map(({ round: number, prevotes, precommits }) => ({
      round: number,
      prevotes: prevotes.votes,
      precommits: precommits.votes,
    })),
  };
}
