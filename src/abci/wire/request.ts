/** Encodes `tendermint.abci.Request` of CometBFT 0.38: everything that an engine asks of an application. */
import {
  bool,
  bytes,
  embedded,
  int,
  mapped,
  named,
  optional,
  repeated,
  repeatedBytes,
  string,
  timestamp,
  uint,
} from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import type { ConsensusParamsUpdate, Snapshot } from '../application.js';
import { uint32 } from './fields.js';
import { CommitInfo, ExtendedCommitInfo, Misbehavior } from './last_commit.js';
import { type MemberOf, oneOf } from './one_of.js';
import { LenientParams } from './params.js';
import { AbciSnapshot } from './snapshot.js';
import { LenientValidatorUpdate } from './validator_update.js';

const LENIENT = { lenient: true } as const;

const empty = (name: string) => message(name, {}, LENIENT);

const Info = message(
  'tendermint.abci.RequestInfo',
  { version: string(1), blockVersion: uint(2), p2pVersion: uint(3), abciVersion: string(4) },
  LENIENT,
);

const NO_PARAMS: ConsensusParamsUpdate = {};

/** Request with the genesis document's app_state as bytes, which `init_chain.ts` parses. */
const InitChain = message(
  'tendermint.abci.RequestInitChain',
  {
    time: timestamp(1),
    chainId: string(2),
    consensusParams: mapped(
      optional(3, LenientParams),
      (params): ConsensusParamsUpdate => params ?? NO_PARAMS,
      (params) => (params === NO_PARAMS ? undefined : params),
    ),
    validators: repeated(4, LenientValidatorUpdate),
    appStateBytes: bytes(5),
    initialHeight: int(6),
  },
  LENIENT,
);

const Query = message(
  'tendermint.abci.RequestQuery',
  { data: bytes(1), path: string(2), height: int(3), prove: bool(4) },
  LENIENT,
);

const CheckTx = message(
  'tendermint.abci.RequestCheckTx',
  { tx: bytes(1), type: named(2, { new: 0, recheck: 1 }) },
  LENIENT,
);

const NO_SNAPSHOT: Snapshot = AbciSnapshot.decode(new Uint8Array());

const OfferSnapshot = message(
  'tendermint.abci.RequestOfferSnapshot',
  {
    snapshot: mapped(
      optional(1, AbciSnapshot),
      (snapshot) => snapshot ?? NO_SNAPSHOT,
      (snapshot) => (snapshot === NO_SNAPSHOT ? undefined : snapshot),
    ),
    appHash: bytes(2),
  },
  LENIENT,
);

const LoadSnapshotChunk = message(
  'tendermint.abci.RequestLoadSnapshotChunk',
  { height: uint(1), format: uint32(2), chunk: uint32(3) },
  LENIENT,
);

const ApplySnapshotChunk = message(
  'tendermint.abci.RequestApplySnapshotChunk',
  { index: uint32(1), chunk: bytes(2), sender: string(3) },
  LENIENT,
);

const PrepareProposal = message(
  'tendermint.abci.RequestPrepareProposal',
  {
    maxTxBytes: int(1),
    txs: repeatedBytes(2),
    localLastCommit: embedded(3, ExtendedCommitInfo),
    misbehavior: repeated(4, Misbehavior),
    height: int(5),
    time: timestamp(6),
    nextValidatorsHash: bytes(7),
    proposerAddress: bytes(8),
  },
  LENIENT,
);

/** Fields that follow the transactions and the last commit in the requests about a block. */
const BLOCK_FACTS = {
  misbehavior: repeated(3, Misbehavior),
  hash: bytes(4),
  height: int(5),
  time: timestamp(6),
  nextValidatorsHash: bytes(7),
  proposerAddress: bytes(8),
} as const;

const ProcessProposal = message(
  'tendermint.abci.RequestProcessProposal',
  {
    txs: repeatedBytes(1),
    proposedLastCommit: embedded(2, CommitInfo),
    ...BLOCK_FACTS,
  },
  LENIENT,
);

const ExtendVote = message(
  'tendermint.abci.RequestExtendVote',
  {
    hash: bytes(1),
    height: int(2),
    time: timestamp(3),
    txs: repeatedBytes(4),
    proposedLastCommit: embedded(5, CommitInfo),
    misbehavior: repeated(6, Misbehavior),
    nextValidatorsHash: bytes(7),
    proposerAddress: bytes(8),
  },
  LENIENT,
);

const VerifyVoteExtension = message(
  'tendermint.abci.RequestVerifyVoteExtension',
  { hash: bytes(1), validatorAddress: bytes(2), height: int(3), voteExtension: bytes(4) },
  LENIENT,
);

/** Codec of the request, which also stores a block that an engine requested. */
export const FinalizeBlockCodec = message(
  'tendermint.abci.RequestFinalizeBlock',
  {
    txs: repeatedBytes(1),
    decidedLastCommit: embedded(2, CommitInfo),
    ...BLOCK_FACTS,
  },
  LENIENT,
);

const REQUESTS = {
  echo: [1, message('tendermint.abci.RequestEcho', { message: string(1) }, LENIENT)],
  flush: [2, empty('tendermint.abci.RequestFlush')],
  info: [3, Info],
  initChain: [5, InitChain],
  query: [6, Query],
  checkTx: [8, CheckTx],
  commit: [11, empty('tendermint.abci.RequestCommit')],
  listSnapshots: [12, empty('tendermint.abci.RequestListSnapshots')],
  offerSnapshot: [13, OfferSnapshot],
  loadSnapshotChunk: [14, LoadSnapshotChunk],
  applySnapshotChunk: [15, ApplySnapshotChunk],
  prepareProposal: [16, PrepareProposal],
  processProposal: [17, ProcessProposal],
  extendVote: [18, ExtendVote],
  verifyVoteExtension: [19, VerifyVoteExtension],
  finalizeBlock: [20, FinalizeBlockCodec],
} as const;

/** Request: the name of the call in camel case, and its fields. */
export type AbciRequest = MemberOf<typeof REQUESTS>;

export const AbciRequestCodec = oneOf('tendermint.abci.Request', REQUESTS);
