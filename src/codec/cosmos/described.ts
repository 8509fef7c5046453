/**
 * Describes the messages whose codecs are written by hand, and the engine's, for interfaces that show them: gRPC's
 * reflection, the REST gateway's JSON. Other code encodes and decodes them by its own codecs.
 */
import { CommitmentProof } from '../merkle/ics23.js';
import {
  bool,
  bytes,
  embedded,
  int,
  optional,
  repeated,
  repeatedBytes,
  small,
  string,
  timestamp,
  uint,
} from '../protobuf/field.js';
import { type Message, message } from '../protobuf/message.js';
import { Any, Coin, TxMsgData } from './base.js';
import { CompactBitArray, ModeInfo, MultiMode, MultiSignature, SignerInfo } from './signing.js';

const TxRaw = message('cosmos.tx.v1beta1.TxRaw', {
  bodyBytes: bytes(1),
  authInfoBytes: bytes(2),
  signatures: repeatedBytes(3),
});
const TxBody = message('cosmos.tx.v1beta1.TxBody', {
  messages: repeated(1, Any),
  memo: string(2),
  timeoutHeight: uint(3),
  unordered: bool(4),
  timeoutTimestamp: timestamp(5),
  extensionOptions: repeated(1023, Any),
  nonCriticalExtensionOptions: repeated(2047, Any),
});
const Fee = message('cosmos.tx.v1beta1.Fee', {
  amount: repeated(1, Coin),
  gasLimit: uint(2),
  payer: string(3),
  granter: string(4),
});
const Tip = message('cosmos.tx.v1beta1.Tip', { amount: repeated(1, Coin), tipper: string(2) });
const AuthInfo = message('cosmos.tx.v1beta1.AuthInfo', {
  signerInfos: repeated(1, SignerInfo),
  fee: optional(2, Fee),
  tip: optional(3, Tip),
});
export const Tx = message('cosmos.tx.v1beta1.Tx', {
  body: optional(1, TxBody),
  authInfo: optional(2, AuthInfo),
  signatures: repeatedBytes(3),
});

const PublicKey = message(
  'tendermint.crypto.PublicKey',
  { ed25519: bytes(1), secp256k1: bytes(2), mldsa65: bytes(4), secp256k1eth: bytes(5) },
  { oneof: 'sum' },
);
const Consensus = message('tendermint.version.Consensus', { block: uint(1), app: uint(2) });
const PartSetHeader = message('tendermint.types.PartSetHeader', { total: small(1, 'uint32'), hash: bytes(2) });
const BlockId = message('tendermint.types.BlockID', { hash: bytes(1), partSetHeader: embedded(2, PartSetHeader) });

const HEADER = {
  version: embedded(1, Consensus),
  chainId: string(2),
  height: int(3),
  time: timestamp(4),
  lastBlockId: embedded(5, BlockId),
  lastCommitHash: bytes(6),
  dataHash: bytes(7),
  validatorsHash: bytes(8),
  nextValidatorsHash: bytes(9),
  consensusHash: bytes(10),
  appHash: bytes(11),
  lastResultsHash: bytes(12),
  evidenceHash: bytes(13),
};
const Header = message('tendermint.types.Header', { ...HEADER, proposerAddress: bytes(14) });
/** Header whose proposer is bech32. */
const SdkHeader = message('cosmos.base.tendermint.v1beta1.Header', { ...HEADER, proposerAddress: string(14) });

const Data = message('tendermint.types.Data', { txs: repeatedBytes(1) });
const CommitSig = message('tendermint.types.CommitSig', {
  blockIdFlag: small(1, {
    enum: 'tendermint.types.BlockIDFlag',
    values: ['BLOCK_ID_FLAG_UNKNOWN', 'BLOCK_ID_FLAG_ABSENT', 'BLOCK_ID_FLAG_COMMIT', 'BLOCK_ID_FLAG_NIL'],
  }),
  validatorAddress: bytes(2),
  timestamp: timestamp(3),
  signature: bytes(4),
});
const Commit = message('tendermint.types.Commit', {
  height: int(1),
  round: small(2, 'int32'),
  blockId: embedded(3, BlockId),
  signatures: repeated(4, CommitSig),
});
const SignedHeader = message('tendermint.types.SignedHeader', {
  header: optional(1, Header),
  commit: optional(2, Commit),
});
const Validator = message('tendermint.types.Validator', {
  address: bytes(1),
  pubKey: embedded(2, PublicKey),
  votingPower: int(3),
  proposerPriority: int(4),
});
const ValidatorSet = message('tendermint.types.ValidatorSet', {
  validators: repeated(1, Validator),
  proposer: optional(2, Validator),
  totalVotingPower: int(3),
});
const LightBlock = message('tendermint.types.LightBlock', {
  signedHeader: optional(1, SignedHeader),
  validatorSet: optional(2, ValidatorSet),
});
const Vote = message('tendermint.types.Vote', {
  type: small(1, {
    enum: 'tendermint.types.SignedMsgType',
    values: {
      0: 'SIGNED_MSG_TYPE_UNKNOWN',
      1: 'SIGNED_MSG_TYPE_PREVOTE',
      2: 'SIGNED_MSG_TYPE_PRECOMMIT',
      32: 'SIGNED_MSG_TYPE_PROPOSAL',
    },
  }),
  height: int(2),
  round: small(3, 'int32'),
  blockId: embedded(4, BlockId),
  timestamp: timestamp(5),
  validatorAddress: bytes(6),
  validatorIndex: small(7, 'int32'),
  signature: bytes(8),
  extension: bytes(9),
  extensionSignature: bytes(10),
});
const DuplicateVoteEvidence = message('tendermint.types.DuplicateVoteEvidence', {
  voteA: optional(1, Vote),
  voteB: optional(2, Vote),
  totalVotingPower: int(3),
  validatorPower: int(4),
  timestamp: timestamp(5),
});
const LightClientAttackEvidence = message('tendermint.types.LightClientAttackEvidence', {
  conflictingBlock: optional(1, LightBlock),
  commonHeight: int(2),
  byzantineValidators: repeated(3, Validator),
  totalVotingPower: int(4),
  timestamp: timestamp(5),
});
const Evidence = message(
  'tendermint.types.Evidence',
  {
    duplicateVoteEvidence: optional(1, DuplicateVoteEvidence),
    lightClientAttackEvidence: optional(2, LightClientAttackEvidence),
  },
  { oneof: 'sum' },
);
const EvidenceList = message('tendermint.types.EvidenceList', { evidence: repeated(1, Evidence) });

const BLOCK = { data: embedded(2, Data), evidence: embedded(3, EvidenceList), lastCommit: optional(4, Commit) };
const Block = message('tendermint.types.Block', { header: embedded(1, Header), ...BLOCK });
const SdkBlock = message('cosmos.base.tendermint.v1beta1.Block', { header: embedded(1, SdkHeader), ...BLOCK });

const EventAttribute = message('tendermint.abci.EventAttribute', { key: string(1), value: string(2), index: bool(3) });
const AbciEvent = message('tendermint.abci.Event', { type: string(1), attributes: repeated(2, EventAttribute) });

const ExtensionOptionsEthereumTx = message('cosmos.evm.vm.v1.ExtensionOptionsEthereumTx', {});

const KEY = { key: bytes(1) };
const LegacyAminoPubKey = message('cosmos.crypto.multisig.LegacyAminoPubKey', {
  threshold: small(1, 'uint32'),
  publicKeys: repeated(2, Any),
});

/** Messages that no query names by their descriptions. Those in them follow. */
export const DESCRIBED: readonly Message<unknown>[] = [
  Tx,
  TxRaw,
  TxMsgData,
  ModeInfo,
  MultiMode,
  CompactBitArray,
  MultiSignature,
  PublicKey,
  BlockId,
  Block,
  SdkBlock,
  SignedHeader,
  ValidatorSet,
  AbciEvent,
  CommitmentProof,
  ExtensionOptionsEthereumTx,
  LegacyAminoPubKey,
  message('cosmos.crypto.ed25519.PubKey', KEY),
  message('cosmos.crypto.secp256k1.PubKey', KEY),
  message('cosmos.crypto.secp256k1eth.PubKey', KEY),
  message('cosmos.crypto.mldsa65.PubKey', KEY),
  message('cosmos.evm.crypto.v1.ethsecp256k1.PubKey', KEY),
];
