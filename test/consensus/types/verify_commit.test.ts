/** Breaks each rule once: how a block must agree with the state, and what a commit must prove. */
import { describe, expect, it } from 'vitest';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, makeBlock } from '../../../src/consensus/types/block.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import type { ChainState } from '../../../src/consensus/types/chain_state.js';
import { ABSENT_SLOT, BlockIdFlag, type Commit, type CommitSig } from '../../../src/consensus/types/commit.js';
import type { Header } from '../../../src/consensus/types/header.js';
import type { ValidatorSet } from '../../../src/consensus/types/validator_set.js';
import { type Verify, validateBlock, verifyCommit } from '../../../src/consensus/types/verify_commit.js';
import { ed25519Verify } from '../../../src/crypto/ed25519.js';
import { goldenChain } from '../../vectors/consensus.js';
import { buildGoldenChain, type GoldenHeight } from './golden.js';

const chain = buildGoldenChain();
const at = (height: number): GoldenHeight => {
  const found = chain[height - 1];
  if (found === undefined) throw new Error(`no golden block ${height}`);
  return found;
};
const verify: Verify = (pubKey, message, signature) => ed25519Verify(pubKey, message, signature.bytes);

describe('a commit', () => {
  const { seenCommit, before, blockId } = at(3);
  const set = before.validators;
  const check = (commit: Commit) => verifyCommit(goldenChain.chain_id, set, blockId, 3n, commit, verify);
  const withSlots = (change: (slot: CommitSig, index: number) => CommitSig): Commit => ({
    ...seenCommit,
    signatures: seenCommit.signatures.map(change),
  });

  it('proves its block, although one validator signed nil', () => {
    expect(seenCommit.signatures.map((slot) => slot.blockIdFlag)).toEqual([2, 2, 3, 2]);
    expect(check(seenCommit)).toBeUndefined();
  });

  it('is of the right height, block and number of slots', () => {
    expect(check({ ...seenCommit, height: 4n })).toBe('commit is of height 4, expected 3');
    expect(check({ ...seenCommit, blockId: NIL_BLOCK_ID })).toContain('commit is for block , expected A550AFC1');
    const otherParts = { ...blockId, parts: { ...blockId.parts, total: 2 } };
    expect(check({ ...seenCommit, blockId: otherParts })).toContain('commit is for block');
    expect(check({ ...seenCommit, signatures: seenCommit.signatures.slice(1) })).toBe(
      'commit has 3 slots for 4 validators',
    );
  });

  it('has valid signatures in every slot, including those for nil', () => {
    for (const index of [0, 2, 3]) {
      const forged = withSlots((slot, i) => (i === index ? { ...slot, timestamp: slot.timestamp + 1n } : slot));
      expect(check(forged)).toContain(`commit slot ${index}: signature of`);
    }
    const otherRound = check({ ...seenCommit, round: 0 });
    expect(otherRound).toContain('commit slot 0: signature of');
    const nilAsCommit = withSlots((slot) => ({ ...slot, blockIdFlag: BlockIdFlag.Commit }));
    expect(check(nilAsCommit)).toContain('commit slot 2: signature of');
  });

  it('has its signers in the order of the set', () => {
    const [first, second, ...rest] = seenCommit.signatures;
    if (first === undefined || second === undefined) throw new Error('no slots');
    expect(check({ ...seenCommit, signatures: [second, first, ...rest] })).toContain('commit slot 0: signer is 6195');
  });

  it('has more than two thirds of the power', () => {
    // Removes one signature. The powers are 40, 30, 20 and 10; the validator with 20 signed nil.
    const without = (absent: number) => withSlots((slot, i) => (i === absent ? ABSENT_SLOT : slot));
    expect(check(without(3))).toBeUndefined();
    expect(check(without(1))).toBe('commit has power 50 of 100, expected more than two thirds');
  });
});

/** Makes a consistent block, then changes one field. */
function blockOn(state: ChainState, like: Block, change: Partial<Header>, lastCommit = like.lastCommit): Block {
  const { height, time, proposerAddress } = like.header;
  const block = makeBlock(state, height, like.txs, like.evidence, lastCommit, time, proposerAddress);
  return { ...block, header: { ...block.header, ...change } };
}

describe('a block on top of the state', () => {
  const { before, block } = at(4);
  const hash = new Uint8Array(32);
  const refusal = (change: Partial<Header>) => validateBlock(before, blockOn(before, block, change), verify);

  it('is accepted when all fields agree', () => {
    expect(refusal({})).toBeUndefined();
  });

  it.each<[string, Partial<Header>]>([
    ['version is 11/8, expected 11/7', { version: { block: 11n, app: 8n } }],
    ['chain id is "other", expected "devnet-golden-1"', { chainId: 'other' }],
    ['height is 5, expected 4', { height: 5n }],
    ['last block is , expected A550', { lastBlockId: NIL_BLOCK_ID }],
    ['appHash is 00', { appHash: hash }],
    ['consensusHash is 00', { consensusHash: hash }],
    ['lastResultsHash is 00', { lastResultsHash: hash }],
    ['validatorsHash is 00', { validatorsHash: hash }],
    ['nextValidatorsHash is 00', { nextValidatorsHash: hash }],
    ['is not a validator of height 4', { proposerAddress: new Uint8Array(20) }],
    [
      'time is 2025-01-01T00:00:03.411000007Z, expected 2025-01-01T00:00:03.411000006Z',
      { time: block.header.time + 1n },
    ],
    ['is not after the last block', { time: before.lastBlockTime }],
  ])('is refused: %s', (problem, change) => {
    expect(refusal(change)).toContain(problem);
  });

  it('may have a time without the votes for nil, as under CometBFT 0.40, once it is decided', () => {
    expect(block.lastCommit.signatures.map(({ blockIdFlag }) => blockIdFlag)).toContain(BlockIdFlag.Nil);
    const time = medianTime(block.lastCommit, before.lastValidators as ValidatorSet, true);
    const newer = blockOn(before, block, { time });
    expect(validateBlock(before, newer, verify)).toContain('expected 2025-01-01T00:00:03.411000006Z');
    expect(validateBlock(before, newer, verify, true)).toBeUndefined();
    expect(validateBlock(before, block, verify, true)).toBeUndefined();
    const wrong = blockOn(before, block, { time: time + 1n });
    expect(validateBlock(before, wrong, verify, true)).toContain('expected 2025-01-01T00:00:03.411000006Z');
  });

  it('carries a commit that proves the last block', () => {
    const { lastCommit } = block;
    const halved = { ...lastCommit, signatures: lastCommit.signatures.map((s, i) => (i < 2 ? ABSENT_SLOT : s)) };
    expect(validateBlock(before, blockOn(before, block, {}, halved), verify)).toContain(
      'expected more than two thirds',
    );
  });

  it('carries no more evidence than the parameters allow', () => {
    const tight: ChainState = {
      ...before,
      params: { ...before.params, evidence: { ...before.params.evidence, maxBytes: 393n } },
    };
    expect(validateBlock(tight, blockOn(tight, block, {}), verify)).toBe('evidence takes 394 bytes, at most 393');
  });
});

describe('the initial block', () => {
  const { before, block } = at(1);

  it('has exactly the genesis time and no last commit', () => {
    expect(validateBlock(before, block, verify)).toBeUndefined();
    const late = blockOn(before, block, { time: block.header.time + 1n });
    expect(validateBlock(before, late, verify)).toContain('expected 2025-01-01T00:00:00Z');
    const signed = blockOn(before, block, {}, at(1).seenCommit);
    expect(validateBlock(before, signed, verify)).toBe('initial block has a last commit with 4 slots, expected none');
  });

  it('has the initial height', () => {
    const later = { ...before, initialHeight: 100n };
    expect(validateBlock(later, block, verify)).toBe('height is 1, expected 100');
  });
});
