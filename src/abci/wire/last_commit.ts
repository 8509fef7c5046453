/**
 * Encodes the votes of the last commit (`tendermint.abci.CommitInfo` and `ExtendedCommitInfo`) and misbehavior of
 * validators, which the requests for blocks have, and the signed bytes of an extension.
 */
import { bytes, embedded, int, mapped, repeated, timestamp } from '../../codec/protobuf/field.js';
import { CodecError, lengthDelimited, ProtoWriter } from '../../codec/protobuf/index.js';
import { type EnumKind, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { BlockIdFlagValue } from '../application.js';
import { int32, requiredEnum } from './fields.js';

const LENIENT = { lenient: true } as const;

const Validator = message('tendermint.abci.Validator', { address: bytes(1), power: int(3) }, LENIENT);

function flagOf(value: number): BlockIdFlagValue {
  if (value === 1 || value === 2 || value === 3) return value;
  throw new CodecError(`block_id_flag is ${value}, expected 1, 2 or 3`);
}

const BLOCK_ID_FLAG: EnumKind = {
  enum: 'tendermint.types.BlockIDFlag',
  values: ['BLOCK_ID_FLAG_UNKNOWN', 'BLOCK_ID_FLAG_ABSENT', 'BLOCK_ID_FLAG_COMMIT', 'BLOCK_ID_FLAG_NIL'],
};
const blockIdFlag = (number: number) =>
  mapped({ ...int32(number), kind: BLOCK_ID_FLAG, isRequired: true }, flagOf, (flag) => flag);

const Vote = message(
  'tendermint.abci.VoteInfo',
  { validator: embedded(1, Validator), blockIdFlag: blockIdFlag(3) },
  LENIENT,
);

const ExtendedVote = message(
  'tendermint.abci.ExtendedVoteInfo',
  {
    validator: embedded(1, Validator),
    voteExtension: bytes(3),
    extensionSignature: bytes(4),
    blockIdFlag: blockIdFlag(5),
  },
  LENIENT,
);

export const CommitInfo = message('tendermint.abci.CommitInfo', { round: int32(1), votes: repeated(2, Vote) }, LENIENT);

export const ExtendedCommitInfo = message(
  'tendermint.abci.ExtendedCommitInfo',
  { round: int32(1), votes: repeated(2, ExtendedVote) },
  LENIENT,
);

export const Misbehavior = message(
  'tendermint.abci.Misbehavior',
  {
    type: requiredEnum(1, { 'duplicate-vote': 1, 'light-client-attack': 2 }),
    validator: embedded(2, Validator),
    height: int(3),
    time: timestamp(4),
    totalVotingPower: int(5),
  },
  LENIENT,
);

/**
 * Encodes what a validator signs of its extension (`CanonicalVoteExtension`), which an application verifies: neither
 * the voted block nor a time is part of it.
 */
export function canonicalExtensionBytes(
  chainId: string,
  { height, round }: { readonly height: bigint; readonly round: number },
  extension: Bytes,
): Bytes {
  const body = new ProtoWriter().bytes(1, extension).sfixed64(2, height).sfixed64(3, BigInt(round)).string(4, chainId);
  return lengthDelimited(body.finish());
}
