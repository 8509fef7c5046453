/** Encodes `tendermint.abci.Response` of CometBFT 0.38: everything that an application answers to an engine. */
import {
  bytes,
  int,
  optional,
  packedSmall,
  repeated,
  repeatedBytes,
  repeatedString,
  string,
  uint,
} from '../../codec/protobuf/field.js';
import { type Codec, message } from '../../codec/protobuf/message.js';
import type { CheckTxResponse, FinalizeBlockResponse } from '../application.js';
import { requiredEnum, uint32 } from './fields.js';
import { decodeFinalizeBlockResponse, encodeFinalizeBlockResponse } from './finalize_block_response.js';
import { type MemberOf, oneOf } from './one_of.js';
import { LenientParams } from './params.js';
import { proofOps } from './proof_ops.js';
import { AbciSnapshot } from './snapshot.js';
import { decodeExecTxResult, encodeExecTxResult } from './tx_result.js';
import { LenientValidatorUpdate } from './validator_update.js';

const LENIENT = { lenient: true } as const;

const Info = message(
  'tendermint.abci.ResponseInfo',
  { data: string(1), version: string(2), appVersion: uint(3), lastBlockHeight: int(4), lastBlockAppHash: bytes(5) },
  LENIENT,
);

const InitChain = message(
  'tendermint.abci.ResponseInitChain',
  { consensusParams: optional(1, LenientParams), validators: repeated(2, LenientValidatorUpdate), appHash: bytes(3) },
  LENIENT,
);

const Query = message(
  'tendermint.abci.ResponseQuery',
  {
    code: uint32(1),
    log: string(3),
    info: string(4),
    index: int(5),
    key: bytes(6),
    value: bytes(7),
    proofOps: proofOps(8),
    height: int(9),
    codespace: string(10),
  },
  LENIENT,
);

/** Fields of ExecTxResult. The other fields that the simulated engine receives are not part of it. */
const CheckTx: Codec<CheckTxResponse> = {
  encode: encodeExecTxResult,
  decode: (bytes) => decodeExecTxResult(bytes, undefined, true),
};

const ApplySnapshotChunk = message(
  'tendermint.abci.ResponseApplySnapshotChunk',
  {
    result: requiredEnum(1, { accept: 1, abort: 2, retry: 3, 'retry-snapshot': 4, 'reject-snapshot': 5 }),
    refetchChunks: packedSmall(2),
    rejectSenders: repeatedString(3),
  },
  LENIENT,
);

const OFFER_RESULTS = { accept: 1, abort: 2, reject: 3, 'reject-format': 4, 'reject-sender': 5 };
const STATUSES = { accept: 1, reject: 2 };

const FinalizeBlock: Codec<FinalizeBlockResponse> = {
  encode: encodeFinalizeBlockResponse,
  decode: (bytes) => decodeFinalizeBlockResponse(bytes, true),
};

const RESPONSES = {
  exception: [1, message('tendermint.abci.ResponseException', { error: string(1) }, LENIENT)],
  echo: [2, message('tendermint.abci.ResponseEcho', { message: string(1) }, LENIENT)],
  flush: [3, message('tendermint.abci.ResponseFlush', {}, LENIENT)],
  info: [4, Info],
  initChain: [6, InitChain],
  query: [7, Query],
  checkTx: [9, CheckTx],
  commit: [12, message('tendermint.abci.ResponseCommit', { retainHeight: int(3) }, LENIENT)],
  listSnapshots: [
    13,
    message('tendermint.abci.ResponseListSnapshots', { snapshots: repeated(1, AbciSnapshot) }, LENIENT),
  ],
  offerSnapshot: [
    14,
    message('tendermint.abci.ResponseOfferSnapshot', { result: requiredEnum(1, OFFER_RESULTS) }, LENIENT),
  ],
  loadSnapshotChunk: [15, message('tendermint.abci.ResponseLoadSnapshotChunk', { chunk: bytes(1) }, LENIENT)],
  applySnapshotChunk: [16, ApplySnapshotChunk],
  prepareProposal: [17, message('tendermint.abci.ResponsePrepareProposal', { txs: repeatedBytes(1) }, LENIENT)],
  processProposal: [
    18,
    message('tendermint.abci.ResponseProcessProposal', { status: requiredEnum(1, STATUSES) }, LENIENT),
  ],
  extendVote: [19, message('tendermint.abci.ResponseExtendVote', { voteExtension: bytes(1) }, LENIENT)],
  verifyVoteExtension: [
    20,
    message('tendermint.abci.ResponseVerifyVoteExtension', { status: requiredEnum(1, STATUSES) }, LENIENT),
  ],
  finalizeBlock: [21, FinalizeBlock],
} as const;

/** Response: the name of the call in camel case or `exception`, and its fields. */
export type AbciResponse = MemberOf<typeof RESPONSES>;

export const AbciResponseCodec = oneOf('tendermint.abci.Response', RESPONSES);
