/**
 * Decodes evidence as a client sends it (consensus-rpc.md 1.6, 3): anything that Go's structs can hold, nil pointers
 * included. `validate_basic.ts` checks its content.
 */
import type { PubKey } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import {
  base64,
  hex,
  int32,
  int64,
  list,
  pointer,
  registered,
  type Shape,
  small,
  string,
  struct,
  time,
  uint32,
  uint64,
} from '../protocol/amino_json.js';

/** Matches names that the engine has registered for other types. */
const REGISTERED = /^tendermint\/(event\/[A-Za-z]+|(PubKey|PrivKey)(Ed25519|Secp256k1|Sr25519)|[A-Za-z]+Evidence)$/;

const blockId = struct({
  hash: ['hash', hex],
  parts: ['parts', struct({ total: ['total', uint32], hash: ['hash', hex] })],
});

const signature = base64('[]uint8');

const vote = struct({
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

const header = struct({
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

const commit = struct({
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
  new Map([
    ['tendermint/PubKeyEd25519', keyOf('ed25519', base64('ed25519.PubKey'))],
    ['tendermint/PubKeySecp256k1', keyOf('secp256k1', base64('secp256k1.PubKey'))],
  ]),
  REGISTERED,
);

const validator = struct({
  address: ['address', hex],
  pubKey: ['pub_key', pubKey],
  votingPower: ['voting_power', int64],
  proposerPriority: ['proposer_priority', int64],
});

const validatorSet = struct({
  validators: ['validators', list(pointer(validator))],
  proposer: ['proposer', pointer(validator)],
});

const lightBlock = struct({
  signedHeader: [
    'signed_header',
    pointer(struct({ header: ['header', pointer(header)], commit: ['commit', pointer(commit)] })),
  ],
  validatorSet: ['validator_set', pointer(validatorSet)],
});

const duplicateVote = struct({
  voteA: ['vote_a', pointer(vote)],
  voteB: ['vote_b', pointer(vote)],
  totalVotingPower: ['TotalVotingPower', int64],
  validatorPower: ['ValidatorPower', int64],
  timestamp: ['Timestamp', time],
});

const lightClientAttack = struct({
  conflictingBlock: ['ConflictingBlock', pointer(lightBlock)],
  commonHeight: ['CommonHeight', int64],
  byzantineValidators: ['ByzantineValidators', list(pointer(validator))],
  totalVotingPower: ['TotalVotingPower', int64],
  timestamp: ['Timestamp', time],
});

type Of<S> = S extends Shape<infer T> ? T : never;

export type WireVote = Of<typeof vote>;
export type WireCommit = Of<typeof commit>;
export type WireCommitSig = Of<typeof commitSig>;
export type WireValidator = Of<typeof validator>;
export type WireValidatorSet = Of<typeof validatorSet>;
export type WireLightBlock = Of<typeof lightBlock>;
export type WireDuplicateVote = Of<typeof duplicateVote>;
export type WireLightClientAttack = Of<typeof lightClientAttack>;

export type WireEvidence =
  | { readonly type: 'duplicate-vote'; readonly value: WireDuplicateVote }
  | { readonly type: 'light-client-attack'; readonly value: WireLightClientAttack };

const tagged = <T, const N extends WireEvidence['type']>(type: N, shape: Shape<T>) => ({
  zero: { type, value: shape.zero },
  read: (node: Parameters<Shape<T>['read']>[0]) => ({ type, value: shape.read(node) }),
});

/** Decodes evidence; `null` gives undefined. */
export const wireEvidence: Shape<WireEvidence | undefined> = registered(
  new Map<string, Shape<WireEvidence>>([
    ['tendermint/DuplicateVoteEvidence', tagged('duplicate-vote', duplicateVote)],
    ['tendermint/LightClientAttackEvidence', tagged('light-client-attack', lightClientAttack)],
  ]),
  REGISTERED,
);
