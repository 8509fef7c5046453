/**
 * A validator and a set of them as data, with the wire forms `tendermint.types.Validator` and `ValidatorSet`, which are
 * stored, sent in evidence and given to IBC (consensus-engine.md 2.7).
 */
import type { PubKey } from '../../abci/application.js';
import { decodePubKey, encodePubKey } from '../../abci/wire/validator_update.js';
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { readAddress } from './fields.js';

export { addressOf } from '../../abci/pub_key.js';

export interface Validator {
  /** 20 bytes, which follow from the key. */
  readonly address: Bytes;
  readonly pubKey: PubKey;
  readonly votingPower: bigint;
  readonly proposerPriority: bigint;
}

export interface ValidatorSet {
  readonly validators: readonly Validator[];
  /** Index of the proposer in `validators`. */
  readonly proposerIndex: number;
  readonly totalVotingPower: bigint;
}

export function encodeValidator(v: Validator): Bytes {
  return new ProtoWriter()
    .bytes(1, v.address)
    .message(2, encodePubKey(v.pubKey))
    .int(3, v.votingPower)
    .int(4, v.proposerPriority)
    .finish();
}

/** Throws CodecError for bytes that are not a validator. */
export function decodeValidator(bytes: Bytes): Validator {
  const reader = new ProtoReader(bytes);
  let address: Bytes = EMPTY_BYTES;
  let pubKey: PubKey | undefined;
  let votingPower = 0n;
  let proposerPriority = 0n;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) address = readAddress(reader, 'Validator.address');
    else if (field === 2) pubKey = decodePubKey(reader.bytes());
    else if (field === 3) votingPower = reader.int();
    else if (field === 4) proposerPriority = reader.int();
    else throw reader.unknown('Validator');
  }
  if (pubKey === undefined) throw new CodecError('Validator.pub_key is missing');
  return { address, pubKey, votingPower, proposerPriority };
}

/** Encodes the set without the total, as CometBFT does; it is added up again when the set is read. */
export function encodeValidatorSet(set: ValidatorSet): Bytes {
  const writer = new ProtoWriter();
  const encoded = set.validators.map(encodeValidator);
  for (const validator of encoded) writer.element(1, validator);
  const proposer = encoded[set.proposerIndex];
  if (proposer !== undefined) writer.message(2, proposer);
  return writer.finish();
}

/** Throws CodecError when the bytes are not a set, or when its proposer is not a member. */
export function decodeValidatorSet(bytes: Bytes): ValidatorSet {
  const reader = new ProtoReader(bytes);
  const validators: Validator[] = [];
  let proposer: Validator | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) validators.push(decodeValidator(reader.bytes()));
    else if (field === 2) proposer = decodeValidator(reader.bytes());
    else if (field === 3) reader.int();
    else throw reader.unknown('ValidatorSet');
  }
  const totalVotingPower = validators.reduce((sum, v) => sum + v.votingPower, 0n);
  return { validators, proposerIndex: indexOfProposer(validators, proposer), totalVotingPower };
}

function indexOfProposer(validators: readonly Validator[], proposer: Validator | undefined): number {
  if (validators.length === 0 && proposer === undefined) return 0;
  if (proposer === undefined) throw new CodecError('ValidatorSet.proposer is missing');
  const index = validators.findIndex((v) => equalBytes(v.address, proposer.address));
  if (index < 0) throw new CodecError('ValidatorSet.proposer is not a member of the set');
  return index;
}
