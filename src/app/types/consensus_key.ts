/**
 * Encodes consensus keys as the SDK's modules name them: by address, and as a key inside an Any. The consensus layer
 * has the same address rule, but this layer may not import it.
 */
import type { PubKey } from '../../abci/application.js';
import { CodecError } from '../../codec/codec_error.js';
import { Any } from '../../codec/cosmos/base.js';
import { bytes } from '../../codec/protobuf/field.js';
import { type Codec, message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import { ripemd160, sha256 } from '../../kernel/hash.js';

/** Type and length of a key by its Any's type URL. Lengths are those of raw keys; secp256k1 keys are compressed. */
export const CONSENSUS_KEY_TYPES: Readonly<
  Record<string, { readonly type: PubKey['type']; readonly length: number } | undefined>
> = {
  '/cosmos.crypto.ed25519.PubKey': { type: 'ed25519', length: 32 },
  '/cosmos.crypto.secp256k1.PubKey': { type: 'secp256k1', length: 33 },
};

/** Returns the 20-byte address: the head of SHA-256 for ed25519, RIPEMD-160 of SHA-256 for secp256k1. */
export function consensusAddressOf({ type, bytes }: PubKey): Bytes {
  const digest = sha256(bytes);
  return type === 'ed25519' ? digest.slice(0, 20) : ripemd160(digest);
}

const RawKey = message('cosmos.crypto.ed25519.PubKey', { key: bytes(1) });

/** Reads the key from an Any. Throws CodecError unless its type is known and its length is right. */
function keyOf({ typeUrl, value }: Any): PubKey {
  const known = CONSENSUS_KEY_TYPES[typeUrl];
  if (known === undefined)
    throw new CodecError(
      `"${typeUrl}" is not a type of consensus key: expected ${Object.keys(CONSENSUS_KEY_TYPES).join(' or ')}`,
    );
  const key = RawKey.decode(value).key.slice();
  if (key.length !== known.length)
    throw new CodecError(`a ${known.type} key has ${key.length} bytes, expected ${known.length}`);
  return { type: known.type, bytes: key };
}

const anyOf = ({ type, bytes: key }: PubKey): Any => ({
  typeUrl: `/cosmos.crypto.${type}.PubKey`,
  value: RawKey.encode({ key }),
});

/** Encodes a consensus key as an Any that contains it. */
export const ConsensusKey: Codec<PubKey> = {
  name: Any.name,
  encode: (key) => Any.encode(anyOf(key)),
  decode: (any) => keyOf(Any.decode(any)),
};
