/** Encodes `tendermint.abci.ValidatorUpdate`. */
import { int, required } from '../../codec/protobuf/field.js';
import { type MessageOptions, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ValidatorUpdate } from '../application.js';
import { AbciPubKey } from './pub_key.js';

const withOptions = (options: MessageOptions) =>
  message('tendermint.abci.ValidatorUpdate', { pubKey: required(1, AbciPubKey), power: int(2) }, options);

const Strict = withOptions({});

/** Skips fields that are unknown, as an engine may send them. */
export const LenientValidatorUpdate = withOptions({ lenient: true });

export const encodeValidatorUpdate = (update: ValidatorUpdate): Bytes => Strict.encode(update);

/** Throws CodecError for bytes that are not an update. */
export const decodeValidatorUpdate = (bytes: Bytes): ValidatorUpdate => Strict.decode(bytes);
