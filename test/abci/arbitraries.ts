/** Draws values of every request and response of ABCI. */
import fc from 'fast-check';
import type { AbciRequest } from '../../src/abci/wire/request.js';
import type { AbciResponse } from '../../src/abci/wire/response.js';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import * as any from '../consensus/types/arbitraries.js';

const bytes = any.bytes(0, 40);
const uint32 = fc.oneof(fc.nat(200), fc.nat(0xffff_ffff));
const uint64 = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, (1n << 64n) - 1n));
const txs = fc.array(any.bytes(0, 300), { maxLength: 5 });

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
const list = <T>(element: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> => fc.array(element, { maxLength: 3 });

const validator = record({ address: bytes, power: any.int64 });
const blockIdFlag = fc.constantFrom(1 as const, 2 as const, 3 as const);
const vote = record({ validator, blockIdFlag });
const extendedVote = record({ validator, blockIdFlag, voteExtension: bytes, extensionSignature: bytes });
const commit = record({ round: any.round, votes: list(vote) });
const misbehavior = record({
  type: fc.constantFrom('duplicate-vote' as const, 'light-client-attack' as const),
  ...{ validator, height: any.int64, time: any.time, totalVotingPower: any.int64 },
});
const snapshot = record({ height: uint64, format: uint32, chunks: uint32, hash: bytes, metadata: bytes });
const validatorUpdate = record({ pubKey: any.pubKey, power: any.int64 });

const ofBlock = {
  ...{ misbehavior: list(misbehavior), height: any.int64, time: any.time, txs },
  ...{ nextValidatorsHash: bytes, proposerAddress: bytes },
};

type Values<M extends { readonly type: string; readonly value: unknown }> = {
  readonly [T in M['type']]: fc.Arbitrary<Extract<M, { type: T }>['value']>;
};

const requests: Values<AbciRequest> = {
  echo: record({ message: any.text }),
  flush: fc.constant({}),
  info: record({ version: any.text, blockVersion: uint64, p2pVersion: uint64, abciVersion: any.text }),
  initChain: record({
    ...{ time: any.time, chainId: any.text, consensusParams: any.paramsUpdate, validators: list(validatorUpdate) },
    ...{ appStateBytes: bytes, initialHeight: any.int64 },
  }),
  query: record({ data: bytes, path: any.text, height: any.int64, prove: fc.boolean() }),
  checkTx: record({ tx: bytes, type: fc.constantFrom('new' as const, 'recheck' as const) }),
  commit: fc.constant({}),
  listSnapshots: fc.constant({}),
  offerSnapshot: record({ snapshot, appHash: bytes }),
  loadSnapshotChunk: record({ height: uint64, format: uint32, chunk: uint32 }),
  applySnapshotChunk: record({ index: uint32, chunk: bytes, sender: any.text }),
  prepareProposal: record({
    ...{ ...ofBlock, maxTxBytes: any.int64 },
    localLastCommit: record({ round: any.round, votes: list(extendedVote) }),
  }),
  processProposal: record({ ...ofBlock, hash: bytes, proposedLastCommit: commit }),
  extendVote: record({ ...ofBlock, hash: bytes, proposedLastCommit: commit }),
  verifyVoteExtension: record({ hash: bytes, validatorAddress: bytes, height: any.int64, voteExtension: bytes }),
  finalizeBlock: record({ ...ofBlock, hash: bytes, decidedLastCommit: commit }),
};

const status = record({ status: fc.constantFrom('accept' as const, 'reject' as const) });

const responses: Values<AbciResponse> = {
  exception: record({ error: any.text }),
  echo: record({ message: any.text }),
  flush: fc.constant({}),
  info: record({
    ...{ data: any.text, version: any.text, appVersion: uint64 },
    ...{ lastBlockHeight: any.int64, lastBlockAppHash: bytes },
  }),
  initChain: record({
    consensusParams: fc.option(any.paramsUpdate, { nil: undefined }),
    ...{ validators: list(validatorUpdate), appHash: bytes },
  }),
  query: record({
    ...{ code: uint32, log: any.text, info: any.text, index: any.int64, key: bytes, value: bytes },
    proofOps: list(record({ type: any.text, key: bytes, data: bytes })),
    ...{ height: any.int64, codespace: any.text },
  }),
  checkTx: any.txResult,
  commit: record({ retainHeight: any.int64 }),
  listSnapshots: record({ snapshots: list(snapshot) }),
  offerSnapshot: record({
    result: fc.constantFrom('accept' as const, ...(['abort', 'reject', 'reject-format', 'reject-sender'] as const)),
  }),
  loadSnapshotChunk: record({ chunk: bytes }),
  applySnapshotChunk: record({
    result: fc.constantFrom('accept' as const, ...(['abort', 'retry', 'retry-snapshot', 'reject-snapshot'] as const)),
    refetchChunks: list(uint32),
    rejectSenders: list(any.text),
  }),
  prepareProposal: record({ txs }),
  processProposal: status,
  extendVote: fc.oneof(record({ voteExtension: bytes }), fc.constant({ voteExtension: EMPTY_BYTES })),
  verifyVoteExtension: status,
  finalizeBlock: any.response,
};

const messages = (values: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  Object.entries(values).map(([type, value]) => [type, value.map((drawn) => ({ type, value: drawn }))] as const);

/** Arbitrary for each request. */
export const eachRequest = messages(requests) as readonly (readonly [string, fc.Arbitrary<AbciRequest>])[];
/** Arbitrary for each response. */
export const eachResponse = messages(responses) as readonly (readonly [string, fc.Arbitrary<AbciResponse>])[];

export const anyRequest = fc.oneof(...eachRequest.map(([, request]) => request));
