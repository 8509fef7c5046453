/**
 * Keys of accounts determine the address and what is signed. Cosmos' own secp256k1 keys hash with RIPEMD-160 and sign
 * SHA-256. Ethereum's hash and sign with Keccak-256; cosmos/evm and Ethermint each have a type URL for them.
 */
import { CodecError } from '../../codec/codec_error.js';
import type { Any } from '../../codec/cosmos/base.js';
import { bytes } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { decompressPublicKey, secp256k1Verify } from '../../crypto/secp256k1/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256, ripemd160, sha256 } from '../../kernel/hash.js';

export type KeyKind = 'secp256k1' | 'eth_secp256k1';

export interface AccountKey {
  readonly kind: KeyKind;
  /** Holds the compressed key, 33 bytes. */
  readonly bytes: Bytes;
  /** Holds the address, 20 bytes. */
  readonly address: Bytes;
}

const KINDS: Readonly<Record<string, KeyKind | undefined>> = {
  '/cosmos.crypto.secp256k1.PubKey': 'secp256k1',
  '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey': 'eth_secp256k1',
  '/ethermint.crypto.v1.ethsecp256k1.PubKey': 'eth_secp256k1',
};

const PubKey = message('cosmos.crypto.secp256k1.PubKey', { key: bytes(1) });

/** Wraps a key of any type URL in an Any. `readAccountKey` checks whether the type is known. */
export const accountKeyAny = (typeUrl: string, key: Bytes): Any => ({ typeUrl, value: PubKey.encode({ key }) });

/** Reads a key from an Any. Throws CodecError for an Any that holds no key of these kinds. */
export function readAccountKey({ typeUrl, value }: Any): AccountKey {
  const kind = KINDS[typeUrl];
  if (kind === undefined) throw new CodecError(`unable to resolve type URL ${typeUrl}`);
  const { key } = PubKey.decode(value);
  const point = key.length === 33 ? decompressPublicKey(key) : undefined;
  if (point === undefined) throw new CodecError('a public key must be 33 bytes that encode a point of secp256k1');
  return { kind, bytes: key.slice(), address: addressOf(kind, key, point) };
}

const addressOf = (kind: KeyKind, key: Bytes, point: Bytes): Bytes =>
  kind === 'secp256k1' ? ripemd160(sha256(key)) : keccak256(point).slice(12);

/** Verifies a signature. Ethereum's wallets may append the recovery byte, which is ignored. */
export function verifySignature({ kind, bytes: key }: AccountKey, signBytes: Bytes, signature: Bytes): boolean {
  const isEthereum = kind === 'eth_secp256k1';
  if (signature.length !== 64 && !(isEthereum && signature.length === 65)) return false;
  const hash = isEthereum ? keccak256(signBytes) : sha256(signBytes);
  return secp256k1Verify(hash, signature.subarray(0, 64), key);
}
