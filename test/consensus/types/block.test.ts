/** Tests blocks as bytes: what a decoder must refuse, and which parts of a block must agree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodecError, ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { type Block, decodeBlock, encodeBlock, validateBlockBasic } from '../../../src/consensus/types/block.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { ABSENT_SLOT, BlockIdFlag, validateCommit } from '../../../src/consensus/types/commit.js';
import { encodeHeader } from '../../../src/consensus/types/header.js';
import { NO_SIGNATURE } from '../../../src/consensus/types/signature.js';
import { concatBytes, equalBytes } from '../../../src/kernel/bytes.js';
import { buildGoldenChain } from './golden.js';

const chain = buildGoldenChain();
const golden = (height: number) => {
  const found = chain[height - 1];
  if (found === undefined) throw new Error(`no golden block ${height}`);
  return found;
};

describe('a decoded block', () => {
  const { encoded, block } = golden(4);

  it('has exactly one encoding', () => {
    fc.assert(
      fc.property(fc.nat(encoded.length * 8 - 1), (bit) => {
        const byte = encoded[bit >>> 3] ?? 0;
        const flipped = encoded.with(bit >>> 3, byte ^ (1 << (bit & 7)));
        let decoded: Block;
        try {
          decoded = decodeBlock(flipped);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
          return;
        }
        expect(equalBytes(encodeBlock(decoded), flipped)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused when a field is missing, repeated, unknown or in another order', () => {
    const header = encodeHeader(block.header);
    expect(() => decodeBlock(new ProtoWriter().message(1, header).finish())).toThrow('is missing');
    expect(() => decodeBlock(new Uint8Array())).toThrow('is missing');
    const again = new ProtoWriter().message(1, header).finish();
    expect(() => decodeBlock(concatBytes(again, encoded))).toThrow('not encoded canonically');
    expect(() => decodeBlock(concatBytes(encoded, again))).toThrow('not encoded canonically');
    expect(() => decodeBlock(concatBytes(encoded, new ProtoWriter().message(5, header).finish()))).toThrow(
      'Block has no field 5',
    );
    const tail = encoded.subarray(again.length);
    expect(() => decodeBlock(concatBytes(tail, again))).toThrow('not encoded canonically');
  });

  it('is refused when a number has a longer encoding than necessary', () => {
    const padded = concatBytes(Uint8Array.of(0x8a, 0x00), encoded.subarray(1));
    expect(() => decodeBlock(padded)).toThrow('not encoded canonically');
  });
});

describe('a block by itself', () => {
  const { block } = golden(4);
  const refusal = (change: Partial<Block>) => validateBlockBasic({ ...block, ...change });

  it('agrees with the hashes in its header', () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ txs: [new Uint8Array(1)] })).toBe('dataHash is not that of the transactions');
    expect(refusal({ evidence: [] })).toBe('evidenceHash is not that of the evidence');
    expect(refusal({ lastCommit: golden(2).seenCommit })).toBe('lastCommitHash is not that of the last commit');
    expect(refusal({ header: { ...block.header, height: 0n } })).toBe('zero Height');
    const [evidence] = block.evidence;
    if (evidence?.type !== 'duplicate-vote') throw new Error('no evidence');
    const reversed = { ...evidence, voteA: evidence.voteB, voteB: evidence.voteA };
    expect(refusal({ evidence: [reversed] })).toContain('evidence 0: duplicate votes in invalid order');
  });
});

describe('a commit by itself', () => {
  const { seenCommit } = golden(3);
  const [slot, ...others] = seenCommit.signatures;
  if (slot === undefined) throw new Error('no slot');
  const withSlot = (change: object) =>
    validateCommit({ ...seenCommit, signatures: [{ ...slot, ...change }, ...others] });

  it('names a block and has signatures, unless it is of height 0', () => {
    expect(validateCommit(seenCommit)).toBeUndefined();
    expect(validateCommit({ ...seenCommit, height: -1n })).toContain('negative');
    expect(validateCommit({ ...seenCommit, round: -1 })).toContain('negative');
    expect(validateCommit({ ...seenCommit, signatures: [] })).toBe('no signatures in commit');
    expect(validateCommit({ ...seenCommit, blockId: NIL_BLOCK_ID })).toBe('commit cannot be for nil block');
    expect(validateCommit({ ...seenCommit, height: 0n, signatures: [] })).toBeUndefined();
  });

  it('has slots that are either absent and blank or signed', () => {
    const { Absent } = BlockIdFlag;
    expect(withSlot(ABSENT_SLOT)).toBeUndefined();
    expect(withSlot({ blockIdFlag: Absent })).toBe('wrong CommitSig #0: validator address is present');
    expect(withSlot({ ...ABSENT_SLOT, timestamp: 0n })).toBe('wrong CommitSig #0: time is present');
    expect(withSlot({ ...ABSENT_SLOT, signature: slot.signature })).toBe('wrong CommitSig #0: signature is present');
    expect(withSlot({ signature: NO_SIGNATURE })).toContain('signature is missing');
    expect(withSlot({ validatorAddress: new Uint8Array(19) })).toContain(
      'expected ValidatorAddress size to be 20 bytes, got 19 bytes',
    );
  });
});
