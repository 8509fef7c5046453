/** Recomputes every hash, time and signature in the RPC responses of a real CometBFT 0.38.25. */
import { describe, expect, it } from 'vitest';
import { tryFromBase64 } from '../../../src/codec/base64.js';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, encodeBlock, validateBlockBasic } from '../../../src/consensus/types/block.js';
import type { BlockId } from '../../../src/consensus/types/block_id.js';
import { type BlockIdFlag, type Commit, commitHash } from '../../../src/consensus/types/commit.js';
import { type Header, headerHash } from '../../../src/consensus/types/header.js';
import { DEFAULT_PARAMS, paramsHash } from '../../../src/consensus/types/params.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { addressOf, newValidatorSet, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { verifyCommit } from '../../../src/consensus/types/verify_commit.js';
import { ed25519Verify } from '../../../src/crypto/ed25519.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { formatTime } from '../../../src/kernel/time.js';
import { vector } from '../../vectors/consensus.js';
import { time } from './golden.js';

interface JsonBlockId {
  readonly hash: string;
  readonly parts: { readonly total: number; readonly hash: string };
}
interface JsonCommit {
  readonly height: string;
  readonly round: number;
  readonly block_id: JsonBlockId;
  readonly signatures: readonly {
    readonly block_id_flag: number;
    readonly validator_address: string;
    readonly timestamp: string;
    readonly signature: string;
  }[];
}
type JsonHeader = Readonly<Record<string, string>> & {
  readonly version: { readonly block: string; readonly app: string };
  readonly last_block_id: JsonBlockId;
};
interface Documents {
  readonly commit_2: { readonly signed_header: { readonly header: JsonHeader; readonly commit: JsonCommit } };
  readonly commit_3: { readonly signed_header: { readonly header: JsonHeader; readonly commit: JsonCommit } };
  readonly block_3: {
    readonly block_id: JsonBlockId;
    readonly block: { readonly header: JsonHeader; readonly last_commit: JsonCommit };
  };
  readonly validators_2: {
    readonly validators: readonly {
      readonly address: string;
      readonly pub_key: { readonly value: string };
      readonly voting_power: string;
    }[];
  };
}

const base64 = (text: string) => tryFromBase64(text) ?? new Uint8Array();
const blockIdOf = (json: JsonBlockId): BlockId => ({
  hash: fromHex(json.hash),
  parts: { total: json.parts.total, hash: fromHex(json.parts.hash) },
});
const commitOf = (json: JsonCommit): Commit => ({
  height: BigInt(json.height),
  round: json.round,
  blockId: blockIdOf(json.block_id),
  signatures: json.signatures.map((slot) => ({
    blockIdFlag: slot.block_id_flag as BlockIdFlag,
    validatorAddress: fromHex(slot.validator_address),
    timestamp: time(slot.timestamp),
    signature: { bytes: base64(slot.signature) },
  })),
});

function headerOf(json: JsonHeader): Header {
  const bytes = (name: string) => fromHex(json[name] ?? '');
  return {
    version: { block: BigInt(json.version.block), app: BigInt(json.version.app) },
    chainId: json['chain_id'] ?? '',
    height: BigInt(json['height'] ?? 0),
    time: time(json['time'] ?? ''),
    lastBlockId: blockIdOf(json.last_block_id),
    lastCommitHash: bytes('last_commit_hash'),
    dataHash: bytes('data_hash'),
    validatorsHash: bytes('validators_hash'),
    nextValidatorsHash: bytes('next_validators_hash'),
    consensusHash: bytes('consensus_hash'),
    appHash: bytes('app_hash'),
    lastResultsHash: bytes('last_results_hash'),
    evidenceHash: bytes('evidence_hash'),
    proposerAddress: bytes('proposer_address'),
  };
}

describe('responses of a real node', () => {
  const { expected } = vector<unknown, Documents>('rpc/real-node');
  const validators = newValidatorSet(
    expected.validators_2.validators.map((v) => ({
      pubKey: { type: 'ed25519', bytes: base64(v.pub_key.value) },
      power: BigInt(v.voting_power),
    })),
  );
  const headers = [expected.commit_2, expected.commit_3].map(({ signed_header }) => headerOf(signed_header.header));
  const commits = [expected.commit_2, expected.commit_3].map(({ signed_header }) => commitOf(signed_header.commit));
  const block: Block = {
    header: headerOf(expected.block_3.block.header),
    txs: [],
    evidence: [],
    lastCommit: commitOf(expected.block_3.block.last_commit),
  };

  it('have the header hashes that their commits name', () => {
    expect(headers.map((header) => toUpperHex(headerHash(header)))).toEqual(
      commits.map((commit) => toUpperHex(commit.blockId.hash)),
    );
  });

  it('have the hashes of validators and parameters', () => {
    expect(validators.validators.map((v) => toUpperHex(addressOf(v.pubKey)))).toEqual(
      expected.validators_2.validators.map((v) => v.address),
    );
    for (const header of headers) {
      expect(header.validatorsHash).toEqual(validatorsHash(validators));
      expect(header.consensusHash).toEqual(paramsHash(DEFAULT_PARAMS));
    }
  });

  it('have the part set, the last commit hash and the time of block 3', () => {
    expect(validateBlockBasic(block)).toBeUndefined();
    expect(partSetOf(encodeBlock(block)).header).toEqual(blockIdOf(expected.block_3.block_id).parts);
    expect(commitHash(block.lastCommit)).toEqual(block.header.lastCommitHash);
    expect(formatTime(medianTime(block.lastCommit, validators))).toBe(formatTime(block.header.time));
  });

  it('have commits with valid signatures', () => {
    for (const commit of commits) {
      const problem = verifyCommit(
        block.header.chainId,
        validators,
        commit.blockId,
        commit.height,
        commit,
        (pubKey, message, signature) => ed25519Verify(pubKey, message, signature.bytes),
      );
      expect(problem).toBeUndefined();
    }
  });
});
