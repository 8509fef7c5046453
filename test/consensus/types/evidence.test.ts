/** Evidence: made, hashed and checked by itself; the attack that the reference describes at golden height 5. */
import { describe, expect, it } from 'vitest';
import { dataHash } from '../../../src/consensus/types/block.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { BlockIdFlag, type Commit, commitSlotSignBytes } from '../../../src/consensus/types/commit.js';
import {
  type DuplicateVoteEvidence,
  decodeEvidence,
  encodeEvidence,
  encodeEvidenceInner,
  evidenceHash,
  evidenceListHash,
  type LightClientAttackEvidence,
  makeDuplicateVoteEvidence,
  validateEvidence,
} from '../../../src/consensus/types/evidence.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { NO_SIGNATURE } from '../../../src/consensus/types/signature.js';
import { type Vote, VoteType } from '../../../src/consensus/types/vote.js';
import { ed25519Sign } from '../../../src/crypto/ed25519.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { goldenChain, vector } from '../../vectors/consensus.js';
import { buildGoldenChain, type GoldenHeight, goldenKey } from './golden.js';

const chain = buildGoldenChain();

function at(height: number): GoldenHeight {
  const found = chain[height - 1];
  if (found === undefined) throw new Error(`no golden block ${height}`);
  return found;
}

describe('duplicate-vote evidence', () => {
  const { before, block, blockId } = at(3);
  const [validator] = before.validators.validators;
  if (validator === undefined) throw new Error('no validator');
  const vote: Vote = {
    type: VoteType.Prevote,
    height: 3n,
    round: 0,
    blockId,
    timestamp: block.header.time,
    validatorAddress: validator.address,
    validatorIndex: 0,
    signature: { bytes: new Uint8Array(64) },
  };
  const nilVote: Vote = { ...vote, blockId: NIL_BLOCK_ID };
  const evidence = makeDuplicateVoteEvidence(vote, nilVote, block.header.time, before.validators);

  it('puts the vote with the lesser block id first, so one for nil always', () => {
    expect(evidence.voteA).toBe(nilVote);
    expect(makeDuplicateVoteEvidence(nilVote, vote, block.header.time, before.validators)).toEqual(evidence);
    expect(evidence.totalVotingPower).toBe(before.validators.totalVotingPower);
    expect(evidence.validatorPower).toBe(validator.votingPower);
    expect(evidence.timestamp).toBe(block.header.time);
    expect(validateEvidence(evidence)).toBeUndefined();
  });

  it('needs a validator of that height', () => {
    const stranger = { ...vote, validatorAddress: new Uint8Array(20) };
    const make = () => makeDuplicateVoteEvidence(stranger, nilVote, block.header.time, before.validators);
    expect(make).toThrow(InvariantViolation);
  });

  it('is named by the hash of its bare message, and committed to as a leaf of it', () => {
    expect(evidenceHash(evidence)).toEqual(sha256(encodeEvidenceInner(evidence)));
    expect(evidenceListHash([evidence])).toEqual(sha256(Uint8Array.from([0, ...encodeEvidenceInner(evidence)])));
  });

  it.each<[string, Partial<DuplicateVoteEvidence>]>([
    ['not in the order of their block ids', { voteA: vote, voteB: nilVote }],
    ['votes are for the same block', { voteA: vote, voteB: vote }],
    ['votes are of heights 4 and 3', { voteA: { ...nilVote, height: 4n } }],
    ['votes are of rounds 1 and 0', { voteA: { ...nilVote, round: 1 } }],
    ['one vote is a prevote, the other a precommit', { voteA: { ...nilVote, type: VoteType.Precommit } }],
    ['votes are of different validators', { voteA: { ...nilVote, validatorAddress: new Uint8Array(20) } }],
    ['vote signature has 0 bytes', { voteB: { ...vote, signature: NO_SIGNATURE } }],
  ])('is refused: %s', (problem, change) => {
    expect(validateEvidence({ ...evidence, ...change })).toContain(problem);
  });
});

interface AttackVector {
  readonly conflicting_block_hash: string;
  readonly byzantine_addresses: readonly string[];
  readonly total_voting_power: number;
  readonly evidence_proto: string;
  readonly merkle_leaf: string;
  readonly evidence_hash_root_if_alone: string;
  readonly evidence_hash_preimage: string;
  readonly evidence_hash: string;
}

describe('evidence of a light client attack', () => {
  const { expected } = vector<unknown, AttackVector>('evidence/light-client-attack');
  const evidence = decodeEvidence(fromHex(expected.evidence_proto)) as LightClientAttackEvidence;
  const { block, before, seenCommit } = at(5);

  it('has the conflicting block that the reference describes', () => {
    const header = { ...block.header, dataHash: dataHash([utf8('double-spend')]) };
    expect(evidence.conflictingBlock.header).toEqual(header);
    expect(toHex(headerHash(header))).toBe(expected.conflicting_block_hash);
    expect(evidence.conflictingBlock.validatorSet).toEqual(before.validators);
    const { commit } = evidence.conflictingBlock;
    const hash = sha256(utf8('conflicting-parts'));
    expect(commit.blockId).toEqual({ hash: headerHash(header), parts: { total: 1, hash } });
    expect(commit.signatures.map((slot) => toHex(slot.signature.bytes))).toEqual(signaturesOf(commit));
  });

  /** All five validators sign the conflicting block. */
  function signaturesOf(commit: Commit): string[] {
    return at(5).golden.validators_round0.map(({ name }, index) =>
      toHex(ed25519Sign(goldenKey(name).seed, commitSlotSignBytes(goldenChain.chain_id, commit, index))),
    );
  }

  it('accuses those who also signed the real block', () => {
    const signers = before.validators.validators.filter(
      (_, index) => seenCommit.signatures[index]?.blockIdFlag === BlockIdFlag.Commit,
    );
    expect(evidence.byzantineValidators).toEqual(signers);
    expect(signers.map(({ address }) => toHex(address))).toEqual(expected.byzantine_addresses);
    expect(Number(evidence.totalVotingPower)).toBe(expected.total_voting_power);
  });

  it('has the bytes and the hashes of the reference', () => {
    expect(toHex(encodeEvidence(evidence))).toBe(expected.evidence_proto);
    expect(toHex(encodeEvidenceInner(evidence))).toBe(expected.merkle_leaf);
    expect(toHex(evidenceListHash([evidence]))).toBe(expected.evidence_hash_root_if_alone);
    expect(toHex(sha256(fromHex(expected.evidence_hash_preimage)))).toBe(expected.evidence_hash);
    expect(toHex(evidenceHash(evidence))).toBe(expected.evidence_hash);
  });

  const { conflictingBlock } = evidence;
  const [member, ...others] = conflictingBlock.validatorSet.validators;
  if (member === undefined) throw new Error('no validator');

  it.each<[string, Partial<LightClientAttackEvidence>]>([
    ['total voting power 0 is not positive', { totalVotingPower: 0n }],
    ['common height 0 is not positive', { commonHeight: 0n }],
    ['common height 6 is above the conflicting height 5', { commonHeight: 6n }],
    [
      'header is of height 5, its commit of 4',
      { conflictingBlock: { ...conflictingBlock, commit: { ...conflictingBlock.commit, height: 4n } } },
    ],
    ['commit is for another header', { conflictingBlock: { ...conflictingBlock, header: block.header } }],
    [
      'header has another validator set',
      {
        conflictingBlock: {
          ...conflictingBlock,
          validatorSet: { ...conflictingBlock.validatorSet, validators: others },
        },
      },
    ],
    [
      'is not its key',
      {
        conflictingBlock: {
          ...conflictingBlock,
          validatorSet: {
            ...conflictingBlock.validatorSet,
            validators: [{ ...member, address: new Uint8Array(20) }, ...others],
          },
        },
      },
    ],
    [
      'validator set is empty',
      { conflictingBlock: { ...conflictingBlock, validatorSet: { ...conflictingBlock.validatorSet, validators: [] } } },
    ],
  ])('is refused: %s', (problem, change) => {
    expect(validateEvidence(evidence)).toBeUndefined();
    expect(validateEvidence({ ...evidence, ...change })).toContain(problem);
  });
});
