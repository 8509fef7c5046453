/** Creates, hashes and checks evidence by itself (CometBFT types/evidence.go; consensus-engine.md 7.1, 10.3). */
import { merkleRoot } from '../../codec/merkle/index.js';
import { encodeVarint } from '../../codec/protobuf/index.js';
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { blockIdKey } from './block_id.js';
import {
  type DuplicateVoteEvidence,
  type Evidence,
  encodeEvidenceInner,
  type LightClientAttackEvidence,
} from './evidence_codec.js';
import { headerHash } from './header.js';
import { lightBlockProblem } from './light_block.js';
import { indexOfAddress, type ValidatorSet, validatorAt } from './validator_set.js';
import { type Vote, validateVote } from './vote.js';

export {
  type DuplicateVoteEvidence,
  decodeEvidence,
  decodeEvidenceList,
  type Evidence,
  encodeEvidence,
  encodeEvidenceInner,
  encodeEvidenceList,
  type LightBlock,
  type LightClientAttackEvidence,
} from './evidence_codec.js';

/** Computes `evidence_hash` of a header. */
export function evidenceListHash(list: readonly Evidence[]): Bytes {
  return merkleRoot(list.map(encodeEvidenceInner));
}

/**
 * Number of bytes of the conflicting header's hash that CometBFT hashes: one less than there are, and a zero instead.
 */
const HASHED_HEADER_BYTES = 31;

/** Identifies one piece of evidence in the pool and over RPC; the header commits to another hash. */
export function evidenceHash(ev: Evidence): Bytes {
  if (ev.type === 'duplicate-vote') return sha256(encodeEvidenceInner(ev));
  const head = headerHash(ev.conflictingBlock.header).subarray(0, HASHED_HEADER_BYTES);
  return sha256(concatBytes(head, Uint8Array.of(0), encodeVarint(zigzag(ev.commonHeight))));
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);

/**
 * Creates evidence from two votes of one validator for different blocks, in any order. `set` and `blockTime` belong to
 * the votes' height.
 */
export function makeDuplicateVoteEvidence(
  vote: Vote,
  other: Vote,
  blockTime: UnixNanos,
  set: ValidatorSet,
): DuplicateVoteEvidence {
  const index = indexOfAddress(set, vote.validatorAddress);
  invariant(index >= 0, `${toUpperHex(vote.validatorAddress)} is no validator at height ${vote.height}`);
  const [voteA, voteB] = blockIdKey(vote.blockId) < blockIdKey(other.blockId) ? [vote, other] : [other, vote];
  return {
    type: 'duplicate-vote',
    voteA,
    voteB,
    totalVotingPower: set.totalVotingPower,
    validatorPower: validatorAt(set, index).votingPower,
    timestamp: blockTime,
  };
}

/**
 * Returns the first problem of evidence by itself, without a chain or signatures, with CometBFT's error text
 * (`ValidateBasic`); undefined when there is none.
 */
export function validateEvidence(ev: Evidence): string | undefined {
  return ev.type === 'duplicate-vote' ? duplicateVoteProblem(ev) : lightClientAttackProblem(ev);
}

function duplicateVoteProblem({ voteA, voteB }: DuplicateVoteEvidence): string | undefined {
  const [a, b] = [validateVote(voteA), validateVote(voteB)];
  if (a !== undefined) return `invalid VoteA: ${a}`;
  if (b !== undefined) return `invalid VoteB: ${b}`;
  return blockIdKey(voteA.blockId) >= blockIdKey(voteB.blockId) ? 'duplicate votes in invalid order' : undefined;
}

function lightClientAttackProblem(ev: LightClientAttackEvidence): string | undefined {
  const problem = attackProblem(ev, ev.conflictingBlock.header.height);
  if (problem !== undefined) return problem;
  const inside = lightBlockProblem(ev.conflictingBlock);
  return inside && `invalid conflicting light block: ${inside}`;
}

/** Returns the problem of an attack without its block, which has the height `height`; undefined when there is none. */
export function attackProblem(
  { totalVotingPower, commonHeight }: Pick<LightClientAttackEvidence, 'totalVotingPower' | 'commonHeight'>,
  height: bigint,
): string | undefined {
  if (totalVotingPower <= 0n) return 'negative or zero total voting power';
  if (commonHeight <= 0n) return 'negative or zero common height';
  if (commonHeight <= height) return undefined;
  return `common height is ahead of the conflicting block height (${commonHeight} > ${height})`;
}
