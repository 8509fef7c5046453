/**
 * Encodes `tendermint.abci.ValidatorUpdate`, and the key in it, `tendermint.crypto.PublicKey` (consensus-engine.md
 * 1.4).
 */
import { int, required } from '../../codec/protobuf/field.js';
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Codec, type MessageOptions, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { PubKey, ValidatorUpdate } from '../application.js';

/** Length of a raw key, in bytes. secp256k1 keys are compressed. */
export const PUB_KEY_BYTES: Readonly<Record<PubKey['type'], number>> = { ed25519: 32, secp256k1: 33 };

const FIELDS: Readonly<Record<PubKey['type'], number>> = { ed25519: 1, secp256k1: 2 };

export function encodePubKey(pubKey: PubKey): Bytes {
  return new ProtoWriter().element(FIELDS[pubKey.type], pubKey.bytes).finish();
}

/** Throws CodecError unless the bytes hold one key of a known kind and of its length. */
export function decodePubKey(bytes: Bytes): PubKey {
  const reader = new ProtoReader(bytes);
  let key: PubKey | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === FIELDS.ed25519) key = { type: 'ed25519', bytes: reader.bytes() };
    else if (field === FIELDS.secp256k1) key = { type: 'secp256k1', bytes: reader.bytes() };
    else throw reader.unknown('PublicKey');
  }
  if (key === undefined) throw new CodecError('PublicKey holds no key');
  const expected = PUB_KEY_BYTES[key.type];
  if (key.bytes.length !== expected)
    throw new CodecError(`PublicKey: ${key.type} key has ${key.bytes.length} bytes, expected ${expected}`);
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
