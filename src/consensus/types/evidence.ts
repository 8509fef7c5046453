/** Evidence of misbehaviour: how it is made, hashed and checked by itself (CometBFT types/evidence.go; 7.1, 10.3). */
import { merkleRoot } from '../../codec/merkle.js';
import { encodeVarint } from '../../codec/protobuf.js';
import { type Bytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { blockIdKey } from './block_id.js';
import { validateCommit } from './commit.js';
import {
  type DuplicateVoteEvidence,
  type Evidence,
  encodeEvidenceInner,
  type LightBlock,
  type LightClientAttackEvidence,
} from './evidence_codec.js';
import { headerHash, validateHeader } from './header.js';
import { addressOf, indexOfAddress, type ValidatorSet, validatorAt, validatorsHash } from './validator_set.js';
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

/** `evidence_hash` of a header. */
export function evidenceListHash(list: readonly Evidence[]): Bytes {
  return merkleRoot(list.map(encodeEvidenceInner));
}

/** How many bytes of the conflicting header's hash CometBFT hashes: one less than there are, and a zero instead. */
const HASHED_HEADER_BYTES = 31;

/** Names one piece of evidence in the pool and over RPC; not what the header commits to. */
export function evidenceHash(ev: Evidence): Bytes {
  if (ev.type === 'duplicate-vote') return sha256(encodeEvidenceInner(ev));
  const head = headerHash(ev.conflictingBlock.header).subarray(0, HASHED_HEADER_BYTES);
  return sha256(concatBytes(head, Uint8Array.of(0), encodeVarint(zigzag(ev.commonHeight))));
}

const zigzag = (value: bigint): bigint => (value < 0n ? -value * 2n - 1n : value * 2n);

/**
 * Evidence from two votes of one validator for different blocks, given in any order. `set` and `blockTime` are of the
 * votes' height.
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
 * The first thing that is wrong with evidence by itself, without a chain or signatures (`ValidateBasic`); undefined when
 * nothing is. The words are CometBFT's, but for what is wrong inside a header, a commit or a validator set.
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

/** What is wrong with an attack beside its block, which is of `height`. */
export function attackProblem(
  { totalVotingPower, commonHeight }: Pick<LightClientAttackEvidence, 'totalVotingPower' | 'commonHeight'>,
  height: bigint,
): string | undefined {
  if (totalVotingPower <= 0n) return 'negative or zero total voting power';
  if (commonHeight <= 0n) return 'negative or zero common height';
  if (commonHeight <= height) return undefined;
  return `common height is ahead of the conflicting block height (${commonHeight} > ${height})`;
}

function lightBlockProblem({ header, commit, validatorSet }: LightBlock): string | undefined {
  const signed = signedHeaderProblem(header, commit);
  if (signed !== undefined) return `invalid signed header: ${signed}`;
  const members = validatorSetProblem(validatorSet);
  if (members !== undefined) return `invalid validator set: ${members}`;
  const [stated, real] = [header.validatorsHash, validatorsHash(validatorSet)];
  if (equalBytes(stated, real)) return undefined;
  return `expected validator hash of header to match validator set hash (${toUpperHex(stated)} != ${toUpperHex(real)})`;
}

function signedHeaderProblem(header: LightBlock['header'], commit: LightBlock['commit']): string | undefined {
  const head = validateHeader(header);
  if (head !== undefined) return `invalid header: ${head}`;
  const votes = validateCommit(commit);
  if (votes !== undefined) return `invalid commit: ${votes}`;
  if (header.height !== commit.height) return `header and commit height mismatch: ${header.height} vs ${commit.height}`;
  const [own, signed] = [headerHash(header), commit.blockId.hash];
  if (equalBytes(own, signed)) return undefined;
  return `commit signs block ${toUpperHex(signed)}, header is block ${toUpperHex(own)}`;
}

function validatorSetProblem(set: ValidatorSet): string | undefined {
  if (set.validators.length === 0) return 'validator set is empty';
  for (const { address, pubKey, votingPower } of set.validators) {
    if (votingPower < 0n) return `validator ${toUpperHex(address)} has the negative power ${votingPower}`;
    if (!equalBytes(address, addressOf(pubKey))) return `validator address ${toUpperHex(address)} is not its key's`;
  }
  return undefined;
}
