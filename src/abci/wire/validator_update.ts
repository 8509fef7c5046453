/**
 * Encodes `tendermint.abci.ValidatorUpdate`, and the key in it, `tendermint.crypto.PublicKey` (consensus-engine.md
 * 1.4).
 */
import { int, required } from '../../codec/protobuf/field.js';
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Codec, type MessageOptions, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { PubKey, ValidatorUpdate } from '../application.js';
import { KEY_TYPE_NAMES, KEY_TYPES, keyProblem } from '../pub_key.js';

export function encodePubKey(pubKey: PubKey): Bytes {
  return new ProtoWriter().element(KEY_TYPES[pubKey.type].field, pubKey.bytes).finish();
}

/** Throws CodecError unless the bytes hold one key of a known kind and of its length. */
export function decodePubKey(bytes: Bytes): PubKey {
  const reader = new ProtoReader(bytes);
  let key: PubKey | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    const type = KEY_TYPE_NAMES.find((name) => KEY_TYPES[name].field === field);
    if (type === undefined) throw reader.unknown('PublicKey');
    key = { type, bytes: reader.bytes() };
  }
  if (key === undefined) throw new CodecError('PublicKey holds no key');
  const problem = keyProblem(key);
  if (problem !== undefined) throw new CodecError(`PublicKey: ${problem}`);
  return key;
}

/** Codec of a key, for messages that contain it. */
export const AbciPubKey: Codec<PubKey> = {
  name: 'tendermint.crypto.PublicKey',
  encode: encodePubKey,
  decode: decodePubKey,
};

const withOptions = (options: MessageOptions) =>
  message('tendermint.abci.ValidatorUpdate', { pubKey: required(1, AbciPubKey), power: int(2) }, options);

const Strict = withOptions({});

/** Codec that skips unknown fields, as an engine may send them. */
export const LenientValidatorUpdate = withOptions({ lenient: true });

export const encodeValidatorUpdate = (update: ValidatorUpdate): Bytes => Strict.encode(update);

/** Throws CodecError for bytes that are not an update. */
export const decodeValidatorUpdate = (bytes: Bytes): ValidatorUpdate => Strict.decode(bytes);
