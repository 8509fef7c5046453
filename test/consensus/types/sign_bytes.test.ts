/** Compares sign bytes and wire forms of votes and proposals with the constants in CometBFT's tests. */
import { describe, expect, it } from 'vitest';
import { canonicalExtensionBytes } from '../../../src/abci/wire/last_commit.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { type BlockId, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { canonicalVoteBytes } from '../../../src/consensus/types/canonical.js';
import { encodeProposal, proposalSignBytes, validateProposal } from '../../../src/consensus/types/proposal.js';
import { lazySignature, NO_SIGNATURE } from '../../../src/consensus/types/signature.js';
import {
  decodeVote,
  encodeVote,
  type Vote,
  VoteType,
  validateVote,
  voteSignBytes,
} from '../../../src/consensus/types/vote.js';
import { concatBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { joinTime, ZERO_TIME } from '../../../src/kernel/time.js';
import { vector } from '../../vectors/consensus.js';
import { time } from './golden.js';

const tmhash = (text: string) => sha256(utf8(text));
const wrapped = (field: number, body: Uint8Array) => new ProtoWriter().message(field, body).finish();

const privvalTime = joinTime(1_570_983_284n, 0);
const privvalBlockId: BlockId = {
  hash: tmhash('blockID_hash'),
  parts: { total: 1_000_000, hash: tmhash('blockID_part_set_header_hash') },
};

const aVote: Vote = {
  type: VoteType.Precommit,
  height: 3n,
  round: 2,
  blockId: privvalBlockId,
  timestamp: privvalTime,
  validatorAddress: tmhash('validator_address').subarray(0, 20),
  validatorIndex: 56_789,
  signature: NO_SIGNATURE,
};

const long = { bytes: new Uint8Array(65) };

describe('a vote', () => {
  it.each([0, 1, 2, 3, 4])('has the sign bytes of vote/signbytes-%i', (number) => {
    const { input, expected } = vector<{ chain_id: string; type: number; height: number; round: number }, string>(
      `vote/signbytes-${number}`,
    );
    const { type, height, round } = input;
    const vote = { type, height: BigInt(height), round, blockId: NIL_BLOCK_ID, timestamp: ZERO_TIME };
    expect(toHex(canonicalVoteBytes(input.chain_id, vote))).toBe(expected);
  });

  it('has sign bytes that do not depend on who signs', () => {
    const other = { ...aVote, validatorAddress: new Uint8Array(20), validatorIndex: 0 };
    expect(voteSignBytes('c', other)).toEqual(voteSignBytes('c', aVote));
    expect(voteSignBytes('d', other)).not.toEqual(voteSignBytes('c', aVote));
  });

  it('has different sign bytes as soon as one field differs, even right after another vote', () => {
    const others: Partial<Vote>[] = [
      { type: VoteType.Prevote },
      { height: 4n },
      { round: 3 },
      { blockId: NIL_BLOCK_ID },
      { timestamp: privvalTime + 1n },
    ];
    for (const other of others) {
      const before = voteSignBytes('c', aVote);
      const bytes = voteSignBytes('c', { ...aVote, ...other });
      expect(bytes).not.toEqual(before);
      expect(voteSignBytes('c', aVote)).toEqual(before);
      expect(voteSignBytes('c', { ...aVote, ...other, blockId: { ...(other.blockId ?? privvalBlockId) } })).toEqual(
        bytes,
      );
    }
  });

  it('has the wire form of vote/proto, with its extension', () => {
    const vote = { ...aVote, extension: { bytes: utf8('extension'), signature: NO_SIGNATURE } };
    expect(toHex(wrapped(3, wrapped(1, encodeVote(vote))))).toBe(vector('vote/proto').expected);
    expect(decodeVote(encodeVote(vote))).toEqual(vote);
  });

  it.each([
    ['vote/extension-signbytes', 0, 'price=42'],
    ['vote/extension-signbytes-empty', 1, ''],
  ])('signs an extension as %s', (name, round, text) => {
    const bytes = canonicalExtensionBytes('devnet-golden-1', { height: 7n, round }, utf8(text));
    expect(toHex(bytes)).toBe(vector(name).expected);
  });

  it.each<[string, Partial<Vote>]>([
    ['unexpected vote extension; vote type 1, isNil false', { type: VoteType.Prevote }],
    ['unexpected vote extension; vote type 2, isNil true', { blockId: NIL_BLOCK_ID }],
    ['vote extension signature is too big (max: 64)', { extension: { bytes: utf8('e'), signature: long } }],
    ['vote extension signature absent on vote with extension', {}],
  ])('has the problem "%s"', (problem, other) => {
    const extension = { bytes: utf8('e'), signature: NO_SIGNATURE };
    const vote = { ...aVote, signature: { bytes: new Uint8Array(64) }, extension, ...other };
    expect(validateVote(vote, 64)).toBe(problem);
  });

  it('writes block id and zero time even when it is blank, as vote/empty-proto', () => {
    const blank = {
      ...aVote,
      type: 0 as VoteType,
      height: 0n,
      round: 0,
      blockId: NIL_BLOCK_ID,
      timestamp: ZERO_TIME,
      validatorAddress: EMPTY_BYTES,
      validatorIndex: 0,
    };
    const error = new ProtoWriter().uint(1, 1).string(2, "it's a error").finish();
    const answer = new ProtoWriter().message(1, encodeVote(blank)).message(2, error).finish();
    expect(toHex(wrapped(4, answer))).toBe(vector('vote/empty-proto').expected);
    expect(() => decodeVote(encodeVote(blank))).toThrow('Vote.type is missing');
  });

  it('has the wire form of wire/consensus-vote', () => {
    const hash = utf8('add_more_exclamation_marks_code-');
    const vote: Vote = {
      type: VoteType.Precommit,
      height: 1n,
      round: 0,
      blockId: { hash, parts: { total: 1, hash } },
      timestamp: time('2018-08-30T12:00:00Z'),
      validatorAddress: utf8('add_more_exclamation'),
      validatorIndex: 1,
      signature: NO_SIGNATURE,
    };
    expect(toHex(wrapped(6, wrapped(1, encodeVote(vote))))).toBe(vector('wire/consensus-vote').expected);
  });

  it('is valid with a signature of 1 to 64 bytes, or one that is not computed yet', () => {
    expect(validateVote({ ...aVote, signature: { bytes: new Uint8Array(64) } })).toBeUndefined();
    const unread = lazySignature(() => {
      throw new Error('read');
    });
    expect(validateVote({ ...aVote, signature: unread })).toBeUndefined();
    expect(validateVote(aVote)).toBe('signature is missing');
    expect(validateVote({ ...aVote, signature: { bytes: new Uint8Array(65) } }, 64)).toBe(
      'signature is too big (max: 64)',
    );
  });

  it.each<[string, Partial<Vote>]>([
    ['negative or zero Height', { height: 0n }],
    ['negative Round', { round: -1 }],
    ['blockID must be either empty or complete, got: :', { blockId: { ...privvalBlockId, hash: EMPTY_BYTES } }],
    ['wrong BlockID: wrong Hash', { blockId: { ...privvalBlockId, hash: new Uint8Array(31) } }],
    ['expected ValidatorAddress size to be 20 bytes, got 19 bytes', { validatorAddress: new Uint8Array(19) }],
    ['negative ValidatorIndex', { validatorIndex: -1 }],
  ])('is refused: %s', (problem, change) => {
    expect(validateVote({ ...aVote, signature: { bytes: new Uint8Array(64) }, ...change })).toContain(problem);
  });
});

describe('a proposal', () => {
  const proposal = {
    height: 3n,
    round: 2,
    polRound: 2,
    blockId: privvalBlockId,
    timestamp: privvalTime,
    signature: { bytes: utf8("it's a signature") },
  };

  it('has the sign bytes of proposal/signbytes', () => {
    interface Input {
      readonly chain_id: string;
      readonly height: number;
      readonly round: number;
      readonly pol_round: number;
      readonly block_hash_ascii: string;
      readonly parts: { readonly total: number };
      readonly timestamp: string;
    }
    const { input, expected } = vector<Input, string>('proposal/signbytes');
    const hash = utf8(input.block_hash_ascii);
    const bytes = proposalSignBytes(input.chain_id, {
      height: BigInt(input.height),
      round: input.round,
      polRound: input.pol_round,
      blockId: { hash, parts: { total: input.parts.total, hash: utf8('--June_15_2020_amino_was_removed') } },
      timestamp: time(input.timestamp),
      signature: NO_SIGNATURE,
    });
    expect(toHex(bytes)).toBe(expected);
  });

  it('has the wire form of proposal/proto, whose type is that of a prevote', () => {
    const encoded = encodeProposal(proposal);
    expect(toHex(encoded.subarray(0, 2))).toBe('0820');
    const prevoteType = concatBytes(fromHex('0801'), encoded.subarray(2));
    expect(toHex(wrapped(5, wrapped(1, prevoteType)))).toBe(vector('proposal/proto').expected);
  });

  it('has the wire form of wire/consensus-proposal', () => {
    const hash = utf8('add_more_exclamation_marks_code-');
    const encoded = encodeProposal({
      height: 1n,
      round: 1,
      polRound: 1,
      blockId: { hash, parts: { total: 1, hash } },
      timestamp: time('2018-08-30T12:00:00Z'),
      signature: { bytes: utf8('add_more_exclamation') },
    });
    expect(toHex(wrapped(3, wrapped(1, encoded)))).toBe(vector('wire/consensus-proposal').expected);
  });

  it('must name a complete block and an earlier POL round', () => {
    expect(validateProposal({ ...proposal, polRound: 1 })).toBeUndefined();
    expect(validateProposal({ ...proposal, polRound: -1 })).toBeUndefined();
    expect(validateProposal(proposal)).toContain('polRound 2');
    expect(validateProposal({ ...proposal, polRound: -2 })).toContain('polRound -2');
    expect(validateProposal({ ...proposal, polRound: -1, blockId: NIL_BLOCK_ID })).toContain('not complete');
    expect(validateProposal({ ...proposal, polRound: -1, height: 0n })).toContain('height 0');
    expect(validateProposal({ ...proposal, polRound: -1, signature: NO_SIGNATURE })).toContain('signature is missing');
  });
});

describe('a lazy signature', () => {
  it('is computed once, when it is first read', () => {
    let made = 0;
    const signature = lazySignature(() => {
      made += 1;
      return new Uint8Array(64);
    });
    expect(made).toBe(0);
    expect(signature.bytes).toBe(signature.bytes);
    expect(made).toBe(1);
  });
});
