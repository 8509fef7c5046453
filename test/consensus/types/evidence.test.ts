/** Tests how evidence is made, hashed and checked by itself, with the vectors' attack at golden height 5. */
import { describe, expect, it } from 'vitest';
import { contradictionProblem } from '../../../src/consensus/evidence/duplicate_vote.js';
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

  it('puts the vote with the lower block id first, so a nil vote always', () => {
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

  it('is hashed as its bare message, which is also its leaf in the evidence hash', () => {
    expect(evidenceHash(evidence)).toEqual(sha256(encodeEvidenceInner(evidence)));
    expect(evidenceListHash([evidence])).toEqual(sha256(Uint8Array.from([0, ...encodeEvidenceInner(evidence)])));
  });

  it.each<[string, Partial<DuplicateVoteEvidence>]>([
    ['duplicate votes in invalid order', { voteA: vote, voteB: nilVote }],
    ['duplicate votes in invalid order', { voteA: vote, voteB: vote }],
    ['invalid VoteA: negative or zero Height', { voteA: { ...nilVote, height: 0n } }],
    ['invalid VoteB: signature is missing', { voteB: { ...vote, signature: NO_SIGNATURE } }],
  ])('is refused: %s', (problem, change) => {
    expect(validateEvidence({ ...evidence, ...change })).toBe(problem);
  });

  it.each<[string, Partial<Vote>]>([
    ['h/r/s does not match: 4/0/SIGNED_MSG_TYPE_PREVOTE vs 3/0/SIGNED_MSG_TYPE_PREVOTE', { height: 4n }],
    ['h/r/s does not match: 3/1/SIGNED_MSG_TYPE_PREVOTE vs 3/0/SIGNED_MSG_TYPE_PREVOTE', { round: 1 }],
    [
      'h/r/s does not match: 3/0/SIGNED_MSG_TYPE_PRECOMMIT vs 3/0/SIGNED_MSG_TYPE_PREVOTE',
      { type: VoteType.Precommit },
    ],
    [`validator addresses do not match: ${'00'.repeat(20)} vs `, { validatorAddress: new Uint8Array(20) }],
  ])('is not a conflict: %s', (problem, change) => {
    expect(contradictionProblem(nilVote, vote)).toBeUndefined();
    expect(contradictionProblem({ ...nilVote, ...change }, vote)).toContain(problem);
  });

  it('is not a conflict when both votes are for one block', () => {
    expect(contradictionProblem(vote, { ...vote })).toMatch(
      /^block IDs are the same \([0-9A-F]{64}:1:[0-9A-F]{12}\) - not a real duplicate vote$/,
    );
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

  it('has the conflicting block of the vectors', () => {
    const header = { ...block.header, dataHash: dataHash([utf8('double-spend')]) };
    expect(evidence.conflictingBlock.header).toEqual(header);
    expect(toHex(headerHash(header))).toBe(expected.conflicting_block_hash);
    expect(evidence.conflictingBlock.validatorSet).toEqual(before.validators);
    const { commit } = evidence.conflictingBlock;
    const hash = sha256(utf8('conflicting-parts'));
    expect(commit.blockId).toEqual({ hash: headerHash(header), parts: { total: 1, hash } });
    expect(commit.signatures.map((slot) => toHex(slot.signature.bytes))).toEqual(signaturesOf(commit));
  });

  /** Signs the conflicting block with all five validators. */
  function signaturesOf(commit: Commit): string[] {
    return at(5).golden.validators_round0.map(({ name }, index) =>
      toHex(ed25519Sign(goldenKey(name).seed, commitSlotSignBytes(goldenChain.chain_id, commit, index))),
    );
  }

  it('names the validators who also signed the real block', () => {
    const signers = before.validators.validators.filter(
      (_, index) => seenCommit.signatures[index]?.blockIdFlag === BlockIdFlag.Commit,
    );
    expect(evidence.byzantineValidators).toEqual(signers);
    expect(signers.map(({ address }) => toHex(address))).toEqual(expected.byzantine_addresses);
    expect(Number(evidence.totalVotingPower)).toBe(expected.total_voting_power);
  });

  it('has the bytes and the hashes of the vectors', () => {
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
    ['negative or zero total voting power', { totalVotingPower: 0n }],
    ['negative or zero common height', { commonHeight: 0n }],
    ['common height is ahead of the conflicting block height (6 > 5)', { commonHeight: 6n }],
    [
      'invalid signed header: header and commit height mismatch: 5 vs 4',
      { conflictingBlock: { ...conflictingBlock, commit: { ...conflictingBlock.commit, height: 4n } } },
    ],
    [
      'invalid conflicting light block: invalid signed header: commit signs block ',
      { conflictingBlock: { ...conflictingBlock, header: block.header } },
    ],
    [
      'expected validator hash of header to match validator set hash (',
      {
        conflictingBlock: {
          ...conflictingBlock,
          validatorSet: { ...conflictingBlock.validatorSet, validators: others },
        },
      },
    ],
    [
      'validator address is incorrectly derived from pubkey',
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
      'validator set is nil or empty',
      { conflictingBlock: { ...conflictingBlock, validatorSet: { ...conflictingBlock.validatorSet, validators: [] } } },
    ],
  ])('is refused: %s', (problem, change) => {
    expect(validateEvidence(evidence)).toBeUndefined();
    expect(validateEvidence({ ...evidence, ...change })).toContain(problem);
  });
});
