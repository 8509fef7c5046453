/**
 * Tests every wire form. An encoded value is decoded to the same value, and damaged bytes are refused with a CodecError
 * and nothing else. An independent encoder, cosmjs-types, reads the same fields from the bytes and writes the same
 * bytes.
 */

import { Event, ExecTxResult, ResponseFinalizeBlock, ValidatorUpdate } from 'cosmjs-types/tendermint/abci/types';
import { PublicKey } from 'cosmjs-types/tendermint/crypto/keys';
import { Proof } from 'cosmjs-types/tendermint/crypto/proof';
import { Block } from 'cosmjs-types/tendermint/types/block';
import { Evidence, EvidenceList } from 'cosmjs-types/tendermint/types/evidence';
import { ConsensusParams } from 'cosmjs-types/tendermint/types/params';
import {
  BlockID,
  Commit,
  CommitSig,
  Header,
  LightBlock,
  Part,
  PartSetHeader,
  Proposal,
  Vote,
} from 'cosmjs-types/tendermint/types/types';
import { Validator, ValidatorSet } from 'cosmjs-types/tendermint/types/validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as event from '../../../src/abci/wire/event.js';
import * as finalizeBlock from '../../../src/abci/wire/finalize_block_response.js';
import * as txResult from '../../../src/abci/wire/tx_result.js';
import * as validatorUpdate from '../../../src/abci/wire/validator_update.js';
import * as merkle from '../../../src/codec/merkle/index.js';
import { CodecError } from '../../../src/codec/protobuf/index.js';
import * as block from '../../../src/consensus/types/block.js';
import * as blockId from '../../../src/consensus/types/block_id.js';
import * as chainState from '../../../src/consensus/types/chain_state.js';
import * as commit from '../../../src/consensus/types/commit.js';
import * as evidence from '../../../src/consensus/types/evidence_codec.js';
import * as header from '../../../src/consensus/types/header.js';
import * as params from '../../../src/consensus/types/params.js';
import * as partSet from '../../../src/consensus/types/part_set.js';
import * as proposal from '../../../src/consensus/types/proposal.js';
import * as validators from '../../../src/consensus/types/validator_set.js';
import * as vote from '../../../src/consensus/types/vote.js';
import { type Bytes, concatBytes, equalBytes } from '../../../src/kernel/bytes.js';
import * as any from './arbitraries.js';

interface Model {
  decode(bytes: Uint8Array): object;
  encode(message: never): { finish(): Uint8Array };
}

interface Form<T> {
  readonly values: fc.Arbitrary<T>;
  readonly encode: (value: T) => Bytes;
  readonly decode: (bytes: Bytes) => T;
  /** `undefined` where no other encoder exists. */
  readonly model?: Model;
}

const form = <T>(values: fc.Arbitrary<T>, encode: Form<T>['encode'], decode: Form<T>['decode'], model?: unknown) =>
  ({ values, encode, decode, model }) as Form<unknown>;

const proof = fc.record(
  { total: any.round, index: any.round, leafHash: any.hash, aunts: fc.array(any.hash, { maxLength: 4 }) },
  { noNullPrototype: true },
);
const part = fc.record({ index: any.round, bytes: any.bytes(0, 100), proof }, { noNullPrototype: true });

const forms: Readonly<Record<string, Form<unknown>>> = {
  PartSetHeader: form(
    any.blockId.map((id) => id.parts),
    blockId.encodePartSetHeader,
    blockId.decodePartSetHeader,
    PartSetHeader,
  ),
  BlockID: form(any.blockId, blockId.encodeBlockId, blockId.decodeBlockId, BlockID),
  Header: form(any.header, header.encodeHeader, header.decodeHeader, Header),
  Vote: form(any.vote, vote.encodeVote, vote.decodeVote, Vote),
  Proposal: form(any.proposal, proposal.encodeProposal, proposal.decodeProposal, Proposal),
  CommitSig: form(any.slot, commit.encodeCommitSig, commit.decodeCommitSig, CommitSig),
  Commit: form(any.commit, commit.encodeCommit, commit.decodeCommit, Commit),
  Part: form(part, partSet.encodePart, partSet.decodePart, Part),
  Proof: form(proof, merkle.encodeMerkleProof, merkle.decodeMerkleProof, Proof),
  PublicKey: form(any.pubKey, validators.encodePubKey, validators.decodePubKey, PublicKey),
  Validator: form(any.validator, validators.encodeValidator, validators.decodeValidator, Validator),
  ValidatorSet: form(any.validatorSet, validators.encodeValidatorSet, validators.decodeValidatorSet, ValidatorSet),
  LightBlock: form(
    fc.record({ header: any.header, commit: any.commit, validatorSet: any.validatorSet }, { noNullPrototype: true }),
    evidence.encodeLightBlock,
    evidence.decodeLightBlock,
    LightBlock,
  ),
  Evidence: form(any.evidence, evidence.encodeEvidence, evidence.decodeEvidence, Evidence),
  EvidenceList: form(
    fc.array(any.evidence, { maxLength: 3 }),
    evidence.encodeEvidenceList,
    (bytes) => [...evidence.decodeEvidenceList(bytes)],
    EvidenceList,
  ),
  Block: form(any.block, block.encodeBlock, block.decodeBlock, Block),
  ConsensusParams: form(any.params, params.encodeParams, params.decodeParams, ConsensusParams),
  'ConsensusParams, some groups': form(
    any.paramsUpdate,
    params.encodeParamsUpdate,
    params.decodeParamsUpdate,
    ConsensusParams,
  ),
  Event: form(any.event, event.encodeEvent, event.decodeEvent, Event),
  ExecTxResult: form(any.txResult, txResult.encodeExecTxResult, txResult.decodeExecTxResult, ExecTxResult),
  ValidatorUpdate: form(
    fc.record({ pubKey: any.pubKey, power: any.int64 }, { noNullPrototype: true }),
    validatorUpdate.encodeValidatorUpdate,
    validatorUpdate.decodeValidatorUpdate,
    ValidatorUpdate,
  ),
  ResponseFinalizeBlock: form(
    any.response,
    finalizeBlock.encodeFinalizeBlockResponse,
    finalizeBlock.decodeFinalizeBlockResponse,
    ResponseFinalizeBlock,
  ),
  State: form(any.chainState, chainState.encodeChainState, chainState.decodeChainState),
};

/** Truncates the bytes, or changes one of them. */
function damage(encoded: Bytes): fc.Arbitrary<Bytes> {
  if (encoded.length === 0) return fc.constant(encoded);
  const somewhere = fc.nat(encoded.length - 1);
  return fc.oneof(
    somewhere.map((length) => encoded.slice(0, length)),
    fc.tuple(somewhere, fc.nat(255)).map(([at, byte]) => encoded.with(at, byte)),
  );
}

const RUNS = { numRuns: 40 };

describe.each(Object.entries(forms))('%s', (_, { values, encode, decode, model }) => {
  it('is decoded to the value that was encoded', () => {
    const backAgain = fc.property(values, (value) => {
      expect(decode(encode(value))).toEqual(value);
    });
    fc.assert(backAgain, RUNS);
  });

  if (model !== undefined)
    it('is read and written in the same way by an independent encoder', () => {
      const sameBytes = fc.property(values, (value) => {
        const ours = encode(value);
        const theirs = model.encode(model.decode(ours) as never).finish();
        expect(equalBytes(theirs, ours)).toBe(true);
      });
      fc.assert(sameBytes, RUNS);
    });

  it('refuses damaged bytes with a CodecError, or reads another value from them', () => {
    const damaged = values.chain((value) => damage(encode(value)));
    const refusal = fc.property(damaged, (bytes) => {
      try {
        decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
      }
    });
    fc.assert(refusal, RUNS);
  });

  it('refuses an unknown field', () => {
    const unknownField = Uint8Array.of(0xf8, 0x07, 1);
    const refusal = fc.property(values, (value) => {
      expect(() => decode(concatBytes(encode(value), unknownField))).toThrow('has no field 127');
    });
    fc.assert(refusal, { numRuns: 5 });
  });
});
