/**
 * Encodes consensus keys as the SDK's modules name them: by address, and as a key inside an Any.
 */
import type { PubKey } from '../../abci/application.js';
import { KEY_TYPE_NAMES, KEY_TYPES, keyProblem } from '../../abci/pub_key.js';
import { CodecError } from '../../codec/codec_error.js';
import { Any } from '../../codec/cosmos/base.js';
import { bytes } from '../../codec/protobuf/field.js';
import { type Codec, message } from '../../codec/protobuf/message.js';

export { addressOf as consensusAddressOf } from '../../abci/pub_key.js';

const typeUrlOf = (type: PubKey['type']): string => `/${KEY_TYPES[type].sdkPackage}.PubKey`;

/** Types of keys by the type URLs of their Any. */
export const CONSENSUS_KEY_TYPES: Readonly<Record<string, PubKey['type'] | undefined>> = Object.fromEntries(
  KEY_TYPE_NAMES.map((type) => [typeUrlOf(type), type]),
);

const RawKey = message('cosmos.crypto.ed25519.PubKey', { key: bytes(1) });

/** Reads the key from an Any. Throws CodecError unless its type is known and its length is right. */
function keyOf({ typeUrl, value }: Any): PubKey {
  const known = CONSENSUS_KEY_TYPES[typeUrl];
  if (known === undefined)
    throw new CodecError(
      `"${typeUrl}" is not a type of consensus key: expected ${Object.keys(CONSENSUS_KEY_TYPES).join(' or ')}`,
    );
  const key = { type: known, bytes: RawKey.decode(value).key.slice() };
  const problem = keyProblem(key);
  if (problem !== undefined) throw new CodecError(`a ${problem}`);
  return key;
}

const anyOf = ({ type, bytes: key }: PubKey): Any => ({
  typeUrl: typeUrlOf(type),
  value: RawKey.encode({ key }),
});

/** Encodes a consensus key as an Any that contains it. */
export const ConsensusKey: Codec<PubKey> = {
  name: Any.name,
  encode: (key) => Any.encode(anyOf(key)),
  decode: (any) => keyOf(Any.decode(any)),
};
