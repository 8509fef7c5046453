/**
 * Consensus keys as the SDK's modules name them: the address, and the key inside an Any. The consensus room has the same
 * address rule; this room may not import it.
 */
import type { PubKey } from '../abci/application.js';
import { CodecError } from '../codec/codec_error.js';
import { type Any, decodeAny, encodeAny } from '../codec/cosmos_tx.js';
import { ProtoReader, ProtoWriter } from '../codec/protobuf.js';
import type { Bytes } from '../kernel/bytes.js';
import { ripemd160, sha256 } from '../kernel/hash.js';

/** By the Any's type URL. Lengths are those of raw keys; secp256k1 keys are compressed. */
export const CONSENSUS_KEY_TYPES: Readonly<
  Record<string, { readonly type: PubKey['type']; readonly length: number } | undefined>
> = {
  '/cosmos.crypto.ed25519.PubKey': { type: 'ed25519', length: 32 },
  '/cosmos.crypto.secp256k1.PubKey': { type: 'secp256k1', length: 33 },
};

/** 20 bytes: the head of SHA-256 for ed25519, RIPEMD-160 of SHA-256 for secp256k1. */
export function consensusAddressOf({ type, bytes }: PubKey): Bytes {
  const digest = sha256(bytes);
  return type === 'ed25519' ? digest.slice(0, 20) : ripemd160(digest);
}

export function encodeConsensusKey({ type, bytes }: PubKey): Bytes {
  return encodeAny({ typeUrl: `/cosmos.crypto.${type}.PubKey`, value: new ProtoWriter().bytes(1, bytes).finish() });
}

/** Throws CodecError for an Any that holds no key of a known type and of its length. */
export function decodeConsensusKey(any: Bytes): PubKey {
  const { typeUrl, value }: Any = decodeAny(any);
  const known = CONSENSUS_KEY_TYPES[typeUrl];
  if (known === undefined) throw new CodecError(`"${typeUrl}" is no type of a consensus key`);
  const reader = new ProtoReader(value);
  if (reader.done || reader.next().field !== 1) throw new CodecError('a consensus key has its bytes in field 1');
  const bytes = reader.bytes().slice();
  if (bytes.length !== known.length || !reader.done)
    throw new CodecError(`a ${known.type} key has ${bytes.length} bytes, expected ${known.length}`);
  return { type: known.type, bytes };
}
