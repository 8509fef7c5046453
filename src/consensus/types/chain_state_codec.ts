/**
 * The state of the chain between two heights, as data and as stored: the fields of `tendermint.state.State` with their
 * numbers. Left out are its two last-changed heights, which only serve CometBFT's sparse storage.
 */
import { CodecError, decodeTimestamp, encodeTimestamp, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { type BlockId, decodeBlockId, encodeBlockId, NIL_BLOCK_ID } from './block_id.js';
import { BLOCK_PROTOCOL, decodeVersion, encodeVersion } from './header.js';
import { type ConsensusParams, decodeParams, encodeParams } from './params_codec.js';
import { decodeValidatorSet, encodeValidatorSet, type ValidatorSet } from './validator.js';

export interface ChainState {
  readonly chainId: string;
  readonly initialHeight: bigint;
  /** Becomes `version.app` of the next header. */
  readonly appVersion: bigint;
  /** 0 before the first block. */
  readonly lastBlockHeight: bigint;
  readonly lastBlockId: BlockId;
  /** Genesis time before the first block. */
  readonly lastBlockTime: UnixNanos;
  /** Validators that signed lastBlockHeight; `undefined` before the first block. */
  readonly lastValidators: ValidatorSet | undefined;
  /** Validators that sign lastBlockHeight + 1. */
  readonly validators: ValidatorSet;
  /** Validators that sign lastBlockHeight + 2. */
  readonly nextValidators: ValidatorSet;
  /** Apply at lastBlockHeight + 1. */
  readonly params: ConsensusParams;
  readonly lastResultsHash: Bytes;
  /** Becomes the next header's hash: it covers the application's state after lastBlockHeight. */
  readonly appHash: Bytes;
}

/** Encodes the state. Validator sets retain their priorities and proposers. */
export function encodeChainState(state: ChainState): Bytes {
  const version = encodeVersion({ block: BLOCK_PROTOCOL, app: state.appVersion });
  const writer = new ProtoWriter()
    .message(1, new ProtoWriter().message(1, version).finish())
    .string(2, state.chainId)
    .int(3, state.lastBlockHeight)
    .message(4, encodeBlockId(state.lastBlockId))
    .message(5, encodeTimestamp(state.lastBlockTime))
    .message(6, encodeValidatorSet(state.nextValidators))
    .message(7, encodeValidatorSet(state.validators));
  if (state.lastValidators !== undefined) writer.message(8, encodeValidatorSet(state.lastValidators));
  return writer
    .message(10, encodeParams(state.params))
    .bytes(12, state.lastResultsHash)
    .bytes(13, state.appHash)
    .int(14, state.initialHeight)
    .finish();
}

type Draft = Partial<{ -readonly [K in keyof ChainState]: ChainState[K] }>;

/** Throws CodecError for bytes that are not a state. */
export function decodeChainState(bytes: Bytes): ChainState {
  const reader = new ProtoReader(bytes);
  const draft: Draft = {};
  while (!reader.done) readStateField(draft, reader.next().field, reader);
  const { appVersion, lastBlockTime, validators, nextValidators, params } = draft;
  if (appVersion === undefined || lastBlockTime === undefined) throw incomplete('version or last_block_time');
  if (validators === undefined || nextValidators === undefined) throw incomplete('validators or next_validators');
  if (params === undefined) throw incomplete('consensus_params');
  return {
    chainId: draft.chainId ?? '',
    initialHeight: draft.initialHeight ?? 0n,
    appVersion,
    lastBlockHeight: draft.lastBlockHeight ?? 0n,
    lastBlockId: draft.lastBlockId ?? NIL_BLOCK_ID,
    lastBlockTime,
    lastValidators: draft.lastValidators,
    validators,
    nextValidators,
    params,
    lastResultsHash: draft.lastResultsHash ?? EMPTY_BYTES,
    appHash: draft.appHash ?? EMPTY_BYTES,
  };
}

const incomplete = (names: string): CodecError => new CodecError(`State: ${names} is missing`);

function readStateField(draft: Draft, field: number, reader: ProtoReader): void {
  if (field === 1) draft.appVersion = decodeStateVersion(reader.bytes());
  else if (field === 2) draft.chainId = reader.string();
  else if (field === 3) draft.lastBlockHeight = reader.int();
  else if (field === 4) draft.lastBlockId = decodeBlockId(reader.bytes());
  else if (field === 5) draft.lastBlockTime = decodeTimestamp(reader.bytes());
  else if (field === 6) draft.nextValidators = decodeValidatorSet(reader.bytes());
  else if (field === 7) draft.validators = decodeValidatorSet(reader.bytes());
  else if (field === 8) draft.lastValidators = decodeValidatorSet(reader.bytes());
  else if (field === 10) draft.params = decodeParams(reader.bytes());
  else if (field === 12) draft.lastResultsHash = reader.bytes();
  else if (field === 13) draft.appHash = reader.bytes();
  else if (field === 14) draft.initialHeight = reader.int();
  else throw reader.unknown('State');
}

function decodeStateVersion(bytes: Bytes): bigint {
  const reader = new ProtoReader(bytes);
  let app = 0n;
  while (!reader.done) {
    if (reader.next().field !== 1) throw reader.unknown('Version');
    app = decodeVersion(reader.bytes()).app;
  }
  return app;
}
