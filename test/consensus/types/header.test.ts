/** Tests the header's hash, the checks that need only the header, and the small encodings of its leaves. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { dataHash } from '../../../src/consensus/types/block.js';
import {
  blockIdKey,
  encodeBlockId,
  equalBlockIds,
  isCompleteBlockId,
  isNilBlockId,
  NIL_BLOCK_ID,
} from '../../../src/consensus/types/block_id.js';
import { lastResultsHash } from '../../../src/consensus/types/chain_state.js';
import { ABSENT_SLOT, commitHash, EMPTY_COMMIT, encodeCommitSig } from '../../../src/consensus/types/commit.js';
import { evidenceListHash } from '../../../src/consensus/types/evidence.js';
import {
  encodeVersion,
  type Header,
  headerHash,
  headerLeaves,
  validateHeader,
} from '../../../src/consensus/types/header.js';
import { EMPTY_VALIDATOR_SET, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { compareBytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { vector } from '../../vectors/consensus.js';
import * as any from './arbitraries.js';
import { time } from './golden.js';

const named = (text: string) => sha256(utf8(text));

/** Header of CometBFT's TestHeaderHash. */
const goTestHeader: Header = {
  version: { block: 1n, app: 2n },
  chainId: 'chainId',
  height: 3n,
  time: time('2019-10-13T16:14:44Z'),
  lastBlockId: { hash: new Uint8Array(32), parts: { total: 6, hash: new Uint8Array(32) } },
  lastCommitHash: named('last_commit_hash'),
  dataHash: named('data_hash'),
  validatorsHash: named('validators_hash'),
  nextValidatorsHash: named('next_validators_hash'),
  consensusHash: named('consensus_hash'),
  appHash: named('app_hash'),
  lastResultsHash: named('last_results_hash'),
  evidenceHash: named('evidence_hash'),
  proposerAddress: named('proposer_address').subarray(0, 20),
};
const valid: Header = { ...goTestHeader, version: { block: 11n, app: 0n } };

describe('a header', () => {
  it('has the leaves and the hash of header/go-test', () => {
    const { input, expected } = vector<{ leaves: string[] }, string>('header/go-test');
    expect(headerLeaves(goTestHeader).map(toHex)).toEqual(input.leaves);
    expect(toHex(headerHash(goTestHeader))).toBe(expected);
  });

  it('is hashed only once', () => {
    expect(headerHash(goTestHeader)).toBe(headerHash(goTestHeader));
  });

  it('changes its hash with every field', () => {
    fc.assert(
      fc.property(any.header, any.header, (a, b) => {
        for (const name of Object.keys(a) as (keyof Header)[]) {
          const mixed = { ...a, [name]: b[name] };
          const same = toHex(concat(headerLeaves(mixed))) === toHex(concat(headerLeaves(a)));
          expect(toHex(headerHash(mixed)) === toHex(headerHash(a))).toBe(same);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, Partial<Header>]>([
    ['block protocol is incorrect: got: 10, want: 11 ', { version: { block: 10n, app: 0n } }],
    ['chainID is too long; got: 51, max: 50', { chainId: 'c'.repeat(51) }],
    ['zero Height', { height: 0n }],
    ['wrong LastBlockID: wrong Hash', { lastBlockId: { ...NIL_BLOCK_ID, hash: new Uint8Array(31) } }],
    ['wrong ValidatorsHash: expected size to be 32 bytes, got 20 bytes', { validatorsHash: new Uint8Array(20) }],
    ['wrong EvidenceHash: expected size to be 32 bytes, got 33 bytes', { evidenceHash: new Uint8Array(33) }],
    ['invalid ProposerAddress length; got: 0, expected: 20', { proposerAddress: new Uint8Array() }],
  ])('is refused: %s', (problem, change) => {
    expect(validateHeader(valid)).toBeUndefined();
    expect(validateHeader({ ...valid, ...change })).toBe(problem);
  });
});

function concat(leaves: readonly Uint8Array[]): Uint8Array {
  const writer = new ProtoWriter();
  for (const leaf of leaves) writer.element(1, leaf);
  return writer.finish();
}

describe('small encodings', () => {
  const { expected } = vector<unknown, Record<string, string>>('prim/encodings');
  const hex = (writer: ProtoWriter) => toHex(writer.finish());

  it('equal those of prim/encodings', () => {
    expect(toHex(encodeBlockId(NIL_BLOCK_ID))).toBe(expected['blockid_nil_noncanonical']);
    expect(toHex(encodeVersion({ block: 11n, app: 0n }))).toBe(expected['version_11_0']);
    expect(toHex(encodeVersion({ block: 11n, app: 7n }))).toBe(expected['version_11_7']);
    expect(toHex(encodeCommitSig(ABSENT_SLOT))).toBe(expected['absent_commit_sig']);
    expect(hex(new ProtoWriter().string(1, 'devnet-1'))).toBe(expected['string_devnet']);
    expect(hex(new ProtoWriter().int(1, 300n))).toBe(expected['int64_300']);
    expect(hex(new ProtoWriter().bytes(1, new Uint8Array()))).toBe(expected['bytes_empty']);
    expect(hex(new ProtoWriter().bytes(1, new Uint8Array(32).fill(1)))).toBe(expected['bytes_32x01']);
    expect(hex(new ProtoWriter().int(4, -1n))).toBe(expected['int64_minus1_field4']);
    expect(hex(new ProtoWriter().sfixed64(2, 1n))).toBe(expected['sfixed64_1_field2']);
  });

  it('of nothing hash to hash/empties', () => {
    const empties = vector<unknown, Record<string, string>>('hash/empties').expected;
    expect(toHex(dataHash([]))).toBe(empties['data_hash_no_txs']);
    expect(toHex(evidenceListHash([]))).toBe(empties['evidence_hash_none']);
    expect(toHex(lastResultsHash([]))).toBe(empties['last_results_hash_none']);
    expect(toHex(commitHash(EMPTY_COMMIT))).toBe(empties['last_commit_hash_initial_block']);
    expect(validatorsHash(EMPTY_VALIDATOR_SET)).toEqual(dataHash([]));
  });

  it('of a transaction hash to SHA-256', () => {
    expect(txHash(utf8('key1=value1'))).toEqual(named('key1=value1'));
  });
});

describe('a block id', () => {
  it('is nil, complete, or neither', () => {
    const complete = { hash: new Uint8Array(32), parts: { total: 1, hash: new Uint8Array(32) } };
    expect([isNilBlockId(complete), isCompleteBlockId(complete)]).toEqual([false, true]);
    expect([isNilBlockId(NIL_BLOCK_ID), isCompleteBlockId(NIL_BLOCK_ID)]).toEqual([true, false]);
    const half = { ...complete, parts: NIL_BLOCK_ID.parts };
    expect([isNilBlockId(half), isCompleteBlockId(half)]).toEqual([false, false]);
    expect(isNilBlockId({ hash: new Uint8Array(), parts: { total: 0, hash: new Uint8Array() } })).toBe(true);
  });

  it('has a key that compares as its bytes do', () => {
    expect(blockIdKey(NIL_BLOCK_ID)).toBe('');
    fc.assert(
      fc.property(any.completeBlockId, any.completeBlockId, (a, b) => {
        expect(blockIdKey(a) === blockIdKey(b)).toBe(equalBlockIds(a, b));
        expect(blockIdKey({ ...a, parts: { ...a.parts } })).toBe(blockIdKey(a));
        const byHash = compareBytes(a.hash, b.hash);
        if (byHash !== 0) expect(blockIdKey(a) < blockIdKey(b)).toBe(byHash < 0);
      }),
    );
  });
});
