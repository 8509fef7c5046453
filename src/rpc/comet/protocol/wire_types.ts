/**
 * Decodes the engine's types that blocks and evidence share (consensus-rpc.md 3): anything that Go's structs can hold, nil
 * pointers included.
 */
import type { PubKey } from '../../../abci/application.js';
import { KEY_TYPE_NAMES, KEY_TYPES } from '../../../abci/pub_key.js';
import type { Commit, CommitSig } from '../../../consensus/types/commit.js';
import type { Bytes } from '../../../kernel/bytes.js';
import {
  base64,
  hex,
  int32,
  int64,
  list,
  registered,
  type Shape,
  small,
  string,
  struct,
  time,
  uint32,
  uint64,
} from './amino_json.js';

/** Matches names that the engine has registered for other types. */
export const REGISTERED =
  /^tendermint\/(event\/[A-Za-z]+|(PubKey|PrivKey)(Ed25519|Secp256k1|Sr25519)|[A-Za-z]+Evidence)$/;

export const blockId = struct({
  hash: ['hash', hex],
  parts: ['parts', struct({ total: ['total', uint32], hash: ['hash', hex] })],
});

const signature = base64('[]uint8');

export const vote = struct({
  type: ['type', small('types.SignedMsgType', -(2 ** 31), 2 ** 31 - 1)],
  height: ['height', int64],
  round: ['round', int32],
  blockId: ['block_id', blockId],
  timestamp: ['timestamp', time],
  validatorAddress: ['validator_address', hex],
  validatorIndex: ['validator_index', int32],
  signature: ['signature', signature],
  extension: ['extension', signature],
  extensionSignature: ['extension_signature', signature],
});

export const header = struct({
  version: ['version', struct({ block: ['block', uint64], app: ['app', uint64] })],
  chainId: ['chain_id', string],
  height: ['height', int64],
  time: ['time', time],
  lastBlockId: ['last_block_id', blockId],
  lastCommitHash: ['last_commit_hash', hex],
  dataHash: ['data_hash', hex],
  validatorsHash: ['validators_hash', hex],
  nextValidatorsHash: ['next_validators_hash', hex],
  consensusHash: ['consensus_hash', hex],
  appHash: ['app_hash', hex],
  lastResultsHash: ['last_results_hash', hex],
  evidenceHash: ['evidence_hash', hex],
  proposerAddress: ['proposer_address', hex],
});

const commitSig = struct({
  blockIdFlag: ['block_id_flag', small('types.BlockIDFlag', 0, 255)],
  validatorAddress: ['validator_address', hex],
  timestamp: ['timestamp', time],
  signature: ['signature', signature],
});

export const commit = struct({
  height: ['height', int64],
  round: ['round', int32],
  blockId: ['block_id', blockId],
  signatures: ['signatures', list(commitSig)],
});

const keyOf = (type: PubKey['type'], shape: Shape<Bytes>): Shape<PubKey> => ({
  zero: { type, bytes: shape.zero },
  read: (node) => ({ type, bytes: shape.read(node) }),
});

const pubKey = registered(
  new Map(
    KEY_TYPE_NAMES.map((type) => [KEY_TYPES[type].publicName, keyOf(type, base64(`${KEY_TYPES[type].member}.PubKey`))]),
  ),
  REGISTERED,
);

export const validator = struct({
  address: ['address', hex],
  pubKey: ['pub_key', pubKey],
  votingPower: ['voting_power', int64],
  proposerPriority: ['proposer_priority', int64],
});

export type Of<S> = S extends Shape<infer T> ? T : never;

export type WireVote = Of<typeof vote>;
export type WireCommit = Of<typeof commit>;
export type WireCommitSig = Of<typeof commitSig>;
export type WireValidator = Of<typeof validator>;

/** Converts a commit without checks. */
export const commitAsSent = ({ signatures, ...rest }: WireCommit): Commit => ({
  ...rest,
  signatures: signatures.map(slotAsSent),
});

const slotAsSent = ({ blockIdFlag, signature, ...rest }: WireCommitSig): CommitSig => ({
  ...rest,
  blockIdFlag: blockIdFlag as CommitSig['blockIdFlag'],
  signature: { bytes: signature },
});
