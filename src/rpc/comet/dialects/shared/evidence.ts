/**
 * Encodes evidence (consensus-rpc.md 3). Members without a JSON tag have their Go names. `vote` is the dialect's
 * encoder.
 */
import type {
  DuplicateVoteEvidence,
  Evidence,
  LightClientAttackEvidence,
} from '../../../../consensus/types/evidence.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../../../kernel/json.js';
import { commit } from './commit.js';
import { header } from './header.js';
import { int64, listOrNull, time } from './scalars.js';
import { validator, validatorSet } from './votes.js';

const duplicateVote = (e: DuplicateVoteEvidence, vote: (v: Vote) => Json) => ({
  vote_a: vote(e.voteA),
  vote_b: vote(e.voteB),
  TotalVotingPower: int64(e.totalVotingPower),
  ValidatorPower: int64(e.validatorPower),
  Timestamp: time(e.timestamp),
});

const lightClientAttack = ({ conflictingBlock, ...e }: LightClientAttackEvidence) => ({
  ConflictingBlock: {
    signed_header: { header: header(conflictingBlock.header), commit: commit(conflictingBlock.commit) },
    validator_set: validatorSet(conflictingBlock.validatorSet),
  },
  CommonHeight: int64(e.commonHeight),
  ByzantineValidators: listOrNull(e.byzantineValidators, validator),
  TotalVotingPower: int64(e.totalVotingPower),
  Timestamp: time(e.timestamp),
});

const NAMES = {
  'duplicate-vote': 'tendermint/DuplicateVoteEvidence',
  'light-client-attack': 'tendermint/LightClientAttackEvidence',
} as const;

export const evidenceName = ({ type }: Evidence): string => NAMES[type];

export type EvidenceShape = typeof evidence;

export const evidence = (
  e: Evidence,
  vote: (v: Vote) => Json,
): { readonly type: string; readonly value: Readonly<Record<string, Json>> } => ({
  type: evidenceName(e),
  value: e.type === 'duplicate-vote' ? duplicateVote(e, vote) : lightClientAttack(e),
});
