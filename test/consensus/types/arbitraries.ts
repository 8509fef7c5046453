/**
 * Generates random values of every consensus type for property tests. They are well formed, but not consistent with
 * each other.
 */
import fc from 'fast-check';
import type {
  ConsensusParamsUpdate,
  Event,
  ExecTxResult,
  FinalizeBlockResponse,
  PubKey,
  ValidatorUpdate,
} from '../../../src/abci/application.js';
import { BLOCK_PROTOCOL, type Block } from '../../../src/consensus/types/block.js';
import { type BlockId, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import type { ChainState } from '../../../src/consensus/types/chain_state.js';
import { ABSENT_SLOT, BlockIdFlag, type Commit, type CommitSig } from '../../../src/consensus/types/commit.js';
import type { Evidence, LightBlock } from '../../../src/consensus/types/evidence.js';
import type { Header } from '../../../src/consensus/types/header.js';
import type { ConsensusParams } from '../../../src/consensus/types/params.js';
import type { Proposal } from '../../../src/consensus/types/proposal.js';
import type { Signature } from '../../../src/consensus/types/signature.js';
import {
  addressOf,
  incrementProposerPriority,
  newValidatorSet,
  type Validator,
  type ValidatorSet,
} from '../../../src/consensus/types/validator_set.js';
import { type Vote, VoteType } from '../../../src/consensus/types/vote.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { joinTime, type UnixNanos } from '../../../src/kernel/time.js';

const INT64 = (1n << 63n) - 1n;
/**
 * Excludes integers from 2^31 up to 2^32, which cosmjs-types 0.11.0 encodes wrongly (their low word as a negative one).
 */
const modelWritesIt = (value: bigint): boolean => value < 1n << 31n || value >= 1n << 32n;

export const bytes = (minLength: number, maxLength = minLength): fc.Arbitrary<Bytes> =>
  fc.uint8Array({ minLength, maxLength });
export const hash = bytes(32);
export const maybeHash = fc.oneof({ arbitrary: hash, weight: 4 }, bytes(0));
export const address = bytes(20);
export const height = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, INT64)).filter(modelWritesIt);
export const int64 = fc.oneof(fc.bigInt(-3n, 300n), fc.bigInt(-INT64 - 1n, INT64)).filter(modelWritesIt);
export const uint63 = fc.oneof(fc.bigInt(0n, 300n), fc.bigInt(0n, INT64)).filter(modelWritesIt);
export const round = fc.oneof(fc.nat(3), fc.nat(0x7fff_ffff));
export const text = fc.string({ unit: 'grapheme', maxLength: 20 });
export const time: fc.Arbitrary<UnixNanos> = fc
  .tuple(fc.bigInt(-62_135_596_800n, 253_402_300_799n).filter(modelWritesIt), fc.nat(999_999_999))
  .map(([seconds, nanos]) => joinTime(seconds, nanos));
export const signature: fc.Arbitrary<Signature> = fc.record({ bytes: bytes(64) }, { noNullPrototype: true });

/** Generates ordinary objects, because `toEqual` compares prototypes. */
const record = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(shape, { noNullPrototype: true }) as fc.Arbitrary<T>;

export const completeBlockId: fc.Arbitrary<BlockId> = record({
  hash,
  parts: record({ total: fc.integer({ min: 1, max: 0xffff_ffff }), hash }),
});
export const blockId: fc.Arbitrary<BlockId> = fc.oneof(completeBlockId, fc.constant(NIL_BLOCK_ID));

export const vote: fc.Arbitrary<Vote> = record<Vote>({
  type: fc.constantFrom(VoteType.Prevote, VoteType.Precommit),
  height,
  round,
  blockId,
  timestamp: time,
  validatorAddress: address,
  validatorIndex: round,
  signature,
});

export const proposal: fc.Arbitrary<Proposal> = record<Proposal>({
  height,
  round,
  polRound: fc.integer({ min: -1, max: 5 }),
  blockId: completeBlockId,
  timestamp: time,
  signature,
});

export const slot: fc.Arbitrary<CommitSig> = fc.oneof(
  fc.constant(ABSENT_SLOT),
  record<CommitSig>({
    blockIdFlag: fc.constantFrom(BlockIdFlag.Commit, BlockIdFlag.Nil),
    validatorAddress: address,
    timestamp: time,
    signature,
  }),
);

export const commit: fc.Arbitrary<Commit> = record<Commit>({
  height,
  round,
  blockId: completeBlockId,
  signatures: fc.array(slot, { minLength: 1, maxLength: 5 }),
});

export const header: fc.Arbitrary<Header> = record<Header>({
  version: record({ block: fc.constant(BLOCK_PROTOCOL), app: fc.bigInt(0n, (1n << 64n) - 1n).filter(modelWritesIt) }),
  chainId: fc.string({ minLength: 1, maxLength: 20 }),
  height,
  time,
  lastBlockId: blockId,
  lastCommitHash: maybeHash,
  dataHash: maybeHash,
  validatorsHash: maybeHash,
  nextValidatorsHash: maybeHash,
  consensusHash: maybeHash,
  appHash: bytes(0, 40),
  lastResultsHash: maybeHash,
  evidenceHash: maybeHash,
  proposerAddress: address,
});

export const pubKey: fc.Arbitrary<PubKey> = fc.oneof(
  record<PubKey>({ type: fc.constant('ed25519'), bytes: bytes(32) }),
  record<PubKey>({ type: fc.constant('secp256k1'), bytes: bytes(33) }),
);

export const validator: fc.Arbitrary<Validator> = fc
  .tuple(pubKey, uint63, int64)
  .map(([key, votingPower, proposerPriority]) => ({
    address: addressOf(key),
    pubKey: key,
    votingPower,
    proposerPriority,
  }));

export const members: fc.Arbitrary<readonly ValidatorUpdate[]> = fc.uniqueArray(
  record<ValidatorUpdate>({
    pubKey,
    power: fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 1n << 50n)).filter(modelWritesIt),
  }),
  { minLength: 1, maxLength: 7, selector: (member) => member.pubKey.bytes.join() },
);

export const validatorSet: fc.Arbitrary<ValidatorSet> = fc
  .tuple(members, fc.nat(20))
  .map(([list, scheduler]) =>
    scheduler === 0 ? newValidatorSet(list) : incrementProposerPriority(newValidatorSet(list), scheduler),
  );

const lightBlock: fc.Arbitrary<LightBlock> = record<LightBlock>({ header, commit, validatorSet });

export const evidence: fc.Arbitrary<Evidence> = fc.oneof(
  record<Evidence & { type: 'duplicate-vote' }>({
    type: fc.constant('duplicate-vote'),
    voteA: vote,
    voteB: vote,
    totalVotingPower: uint63,
    validatorPower: uint63,
    timestamp: time,
  }),
  record<Evidence & { type: 'light-client-attack' }>({
    type: fc.constant('light-client-attack'),
    conflictingBlock: lightBlock,
    commonHeight: height,
    byzantineValidators: fc.array(validator, { maxLength: 3 }),
    totalVotingPower: uint63,
    timestamp: time,
  }),
);

export const block: fc.Arbitrary<Block> = record<Block>({
  header,
  txs: fc.array(bytes(0, 300), { maxLength: 5 }),
  evidence: fc.array(evidence, { maxLength: 2 }),
  lastCommit: commit,
});

/** Draws the two groups that only a chain with PBTS has. */
const timing: fc.Arbitrary<Pick<ConsensusParams, 'feature' | 'synchrony'>> = fc.oneof(
  fc.constant({}),
  record({
    synchrony: record({ precision: fc.bigInt(1n, 30_000_000_000n), messageDelay: fc.bigInt(1n, 86_400_000_000_000n) }),
    feature: record({ pbtsEnableHeight: uint63 }),
  }),
);

export const params: fc.Arbitrary<ConsensusParams> = record<ConsensusParams>({
  block: record({ maxBytes: fc.bigInt(1n, 104_857_600n), maxGas: int64.map((gas) => (gas < -1n ? -1n : gas)) }),
  evidence: record({
    maxAgeNumBlocks: height,
    maxAgeDuration: fc
      .tuple(fc.nat(1_000_000), fc.nat(999_999_999))
      .map(([s, nanos]) => joinTime(BigInt(s), nanos) + 1n),
    maxBytes: fc.constant(0n),
  }),
  validator: record({
    pubKeyTypes: fc.constantFrom<readonly string[]>(['ed25519'], ['secp256k1', 'ed25519']),
  }),
  version: record({ app: uint63 }),
  abci: record({ voteExtensionsEnableHeight: uint63 }),
});

export const timedParams: fc.Arbitrary<ConsensusParams> = fc
  .tuple(params, timing)
  .map(([old, groups]) => ({ ...old, ...groups }));

export const paramsUpdate: fc.Arbitrary<ConsensusParamsUpdate> = fc
  .tuple(params, fc.subarray(['block', 'evidence', 'validator', 'version', 'abci'] as const))
  .map(([all, groups]) => Object.fromEntries(groups.map((group) => [group, all[group]])));

export const event: fc.Arbitrary<Event> = record<Event>({
  type: text,
  attributes: fc.array(record({ key: text, value: text, index: fc.boolean() }), { maxLength: 3 }),
});

export const txResult: fc.Arbitrary<ExecTxResult> = record<ExecTxResult>({
  code: fc.oneof(fc.constant(0), fc.nat(0xffff_ffff)),
  data: bytes(0, 40),
  log: text,
  info: text,
  gasWanted: int64,
  gasUsed: int64,
  events: fc.array(event, { maxLength: 3 }),
  codespace: text,
});

export const response: fc.Arbitrary<FinalizeBlockResponse> = fc
  .tuple(
    record<Omit<FinalizeBlockResponse, 'consensusParamUpdates'>>({
      events: fc.array(event, { maxLength: 3 }),
      txResults: fc.array(txResult, { maxLength: 3 }),
      validatorUpdates: fc.array(record<ValidatorUpdate>({ pubKey, power: uint63 }), { maxLength: 3 }),
      appHash: hash,
    }),
    fc.option(paramsUpdate, { nil: undefined }),
  )
  .map(([answer, update]) => (update === undefined ? answer : { ...answer, consensusParamUpdates: update }));

export const chainState: fc.Arbitrary<ChainState> = record<ChainState>({
  chainId: fc.string({ minLength: 1, maxLength: 20 }),
  initialHeight: height,
  appVersion: uint63,
  lastBlockHeight: fc.oneof(fc.constant(0n), height),
  lastBlockId: blockId,
  lastBlockTime: time,
  lastValidators: fc.option(validatorSet, { nil: undefined }),
  validators: validatorSet,
  nextValidators: validatorSet,
  params,
  lastResultsHash: hash,
  appHash: bytes(0, 40),
});
