/**
 * Compares the six golden blocks, built by our code from decisions alone, with bytes that CometBFT's Go code accepted.
 */
import { describe, expect, it } from 'vitest';
import { leafHash } from '../../../src/codec/merkle/index.js';
import { decodeBlock, encodeBlock, validateBlockBasic } from '../../../src/consensus/types/block.js';
import { encodeBlockId } from '../../../src/consensus/types/block_id.js';
import { decodeChainState, encodeChainState, nextState } from '../../../src/consensus/types/chain_state.js';
import {
  BlockIdFlag,
  commitHash,
  commitSlotSignBytes,
  commitToVote,
  decodeCommit,
  encodeCommit,
  encodeCommitSig,
} from '../../../src/consensus/types/commit.js';
import {
  encodeEvidence,
  encodeEvidenceInner,
  evidenceHash,
  makeDuplicateVoteEvidence,
  validateEvidence,
} from '../../../src/consensus/types/evidence.js';
import { encodeHeader, headerHash, headerLeaves } from '../../../src/consensus/types/header.js';
import { addPart, assemble, emptyPartSet, isComplete } from '../../../src/consensus/types/part_set.js';
import { proposalSignBytes, validateProposal } from '../../../src/consensus/types/proposal.js';
import {
  encodeSimpleValidator,
  incrementProposerPriority,
  proposer,
  validatorAt,
} from '../../../src/consensus/types/validator_set.js';
import { type Verify, validateBlock } from '../../../src/consensus/types/verify_commit.js';
import { voteSignBytes } from '../../../src/consensus/types/vote.js';
import { ed25519Sign, ed25519Verify } from '../../../src/crypto/ed25519.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex, toUpperHex } from '../../../src/kernel/hex.js';
import { formatTime } from '../../../src/kernel/time.js';
import { goldenChain } from '../../vectors/consensus.js';
import { buildGoldenChain, goldenCommit, goldenKey, time } from './golden.js';

const chain = buildGoldenChain();
const { chain_id: chainId } = goldenChain;
const verify: Verify = (pubKey, message, signature) => ed25519Verify(pubKey, message, signature.bytes);
const atEachHeight = describe.each(chain.map((height) => ({ name: height.golden.height, ...height })));

atEachHeight(
  'golden block $name',
  ({ golden, before, block, encoded, parts, blockId, seenCommit, response, after }) => {
    it('has the validators, priorities and proposer of its height', () => {
      const { validators } = before.validators;
      expect(validators.map((v) => [toUpperHex(v.address), Number(v.votingPower), Number(v.proposerPriority)])).toEqual(
        golden.validators_round0.map((v) => [v.address, v.power, v.proposer_priority]),
      );
      expect(validators.map((v) => toHex(encodeSimpleValidator(v)))).toEqual(
        golden.validators_round0.map((v) => v.simple_validator),
      );
      expect(toHex(proposer(before.validators).address)).toBe(
        toHex(goldenKey(golden.proposer_priority_proposer_round0).address),
      );
      const ofRound =
        golden.round === 0 ? before.validators : incrementProposerPriority(before.validators, golden.round);
      expect(toHex(proposer(ofRound).address)).toBe(toHex(goldenKey(golden.proposer).address));
    });

    it('has the header', () => {
      const { header } = block;
      expect({
        time: formatTime(header.time),
        last_block_id: toHex(encodeBlockId(header.lastBlockId)),
        last_commit_hash: toHex(header.lastCommitHash),
        data_hash: toHex(header.dataHash),
        validators_hash: toHex(header.validatorsHash),
        next_validators_hash: toHex(header.nextValidatorsHash),
        consensus_hash: toHex(header.consensusHash),
        app_hash: toHex(header.appHash),
        last_results_hash: toHex(header.lastResultsHash),
        evidence_hash: toHex(header.evidenceHash),
        proposer_address: toUpperHex(header.proposerAddress),
      }).toEqual(golden.header);
      expect(headerLeaves(header).map(toHex)).toEqual(golden.header_leaves);
      expect(toHex(encodeHeader(header))).toBe(golden.header_proto);
      expect(toUpperHex(headerHash(header))).toBe(golden.block_hash);
    });

    it('has the bytes, the size and the part set', () => {
      expect(encoded.length).toBe(golden.block_size);
      expect(toHex(sha256(encoded))).toBe(golden.block_proto_sha256);
      if (golden.block_proto !== undefined) expect(toHex(encoded)).toBe(golden.block_proto);
      expect({ total: parts.header.total, hash: toUpperHex(parts.header.hash) }).toEqual(golden.part_set_header);
      expect(toHex(encodeBlockId(blockId))).toBe(golden.block_id_proto);
      if (golden.part_leaf_hashes !== undefined)
        expect(parts.parts.map((part) => part && toHex(leafHash(part.bytes)))).toEqual(golden.part_leaf_hashes);
    });

    it('travels in parts and is decoded to the same block', () => {
      let received = emptyPartSet(parts.header);
      for (const part of [...parts.parts].reverse()) {
        expect(isComplete(received)).toBe(false);
        const added = part && addPart(received, part);
        expect(added).toHaveProperty('set');
        if (added && 'set' in added) received = added.set;
      }
      const decoded = decodeBlock(assemble(received));
      expect(decoded).toEqual(block);
      expect(encodeBlock(decoded)).toEqual(encoded);
      expect(headerHash(decoded.header)).toEqual(headerHash(block.header));
    });

    it('is valid by itself and on top of the state', () => {
      expect(validateBlockBasic(block)).toBeUndefined();
      expect(validateBlock(before, block, verify)).toBeUndefined();
    });

    it('has the proposal', () => {
      const height = block.header.height;
      const proposal = {
        height,
        round: golden.round,
        polRound: -1,
        blockId,
        timestamp: time(golden.proposal.timestamp),
        signature: { bytes: fromHex(golden.proposal.signature) },
      };
      expect(toHex(proposalSignBytes(chainId, proposal))).toBe(golden.proposal.sign_bytes);
      expect(toHex(ed25519Sign(goldenKey(golden.proposer).seed, proposalSignBytes(chainId, proposal)))).toBe(
        golden.proposal.signature,
      );
      expect(validateProposal(proposal)).toBeUndefined();
    });

    it('has the evidence', () => {
      expect(block.evidence.map((item) => toHex(encodeEvidence(item)))).toEqual(
        golden.evidence.map((item) => item.evidence_proto),
      );
      expect(block.evidence.map((item) => toHex(encodeEvidenceInner(item)))).toEqual(
        golden.evidence.map((item) => item.proto_inner_leaf),
      );
      expect(block.evidence.map((item) => toHex(evidenceHash(item)))).toEqual(golden.evidence.map((item) => item.hash));
      for (const item of block.evidence) {
        expect(validateEvidence(item)).toBeUndefined();
        if (item.type !== 'duplicate-vote') continue;
        const of = chain.find(({ block: { header } }) => header.height === item.voteA.height);
        if (of === undefined) throw new Error('evidence of a height outside the chain');
        const made = makeDuplicateVoteEvidence(item.voteB, item.voteA, of.block.header.time, of.before.validators);
        expect(made).toEqual(item);
      }
    });

    it('has the commit', () => {
      expect(seenCommit.signatures.map((slot) => toHex(encodeCommitSig(slot)))).toEqual(
        golden.seen_commit.signatures.map((slot) => slot.proto),
      );
      expect(toHex(encodeCommit(seenCommit))).toBe(golden.seen_commit.proto);
      expect(toHex(commitHash(seenCommit))).toBe(golden.seen_commit.hash);
      expect(decodeCommit(encodeCommit(seenCommit))).toEqual(seenCommit);
      const canonical = golden.last_commit_in_next_block;
      if (canonical !== undefined) {
        expect(toHex(encodeCommit(goldenCommit(canonical, blockId)))).toBe(canonical.proto);
        expect(toHex(commitHash(goldenCommit(canonical, blockId)))).toBe(canonical.hash);
      }
    });

    it('has precommits with these sign bytes and signatures', () => {
      for (const [index, slot] of seenCommit.signatures.entries()) {
        const expected = golden.precommit_sign_bytes[index];
        if (slot.blockIdFlag === BlockIdFlag.Absent) {
          expect(expected).toBeNull();
          continue;
        }
        const message = commitSlotSignBytes(chainId, seenCommit, index);
        expect(toHex(message)).toBe(expected);
        expect(voteSignBytes(chainId, commitToVote(seenCommit, index))).toEqual(message);
        const name = golden.seen_commit.signatures[index]?.validator ?? '';
        expect(toHex(ed25519Sign(goldenKey(name).seed, message))).toBe(toHex(slot.signature.bytes));
        expect(validatorAt(before.validators, index).address).toEqual(slot.validatorAddress);
      }
    });

    it('leads to a state that is stored and read back unchanged', () => {
      expect(nextState(before, block, blockId, response)).toEqual(after);
      expect(decodeChainState(encodeChainState(before))).toEqual(before);
      expect(decodeChainState(encodeChainState(after))).toEqual(after);
    });
  },
);

describe('the golden chain', () => {
  it('keeps the application version despite a parameter update', () => {
    expect(chain.map(({ after }) => after.appVersion)).toEqual([7n, 7n, 7n, 7n, 7n, 7n]);
  });

  it('has new parameters from the height after the update', () => {
    expect(chain.map(({ before }) => before.params.block.maxGas)).toEqual([
      -1n,
      -1n,
      -1n,
      -1n,
      50_000_000n,
      50_000_000n,
    ]);
  });
});
