/**
 * Keys of accounts determine the address and what is signed. Cosmos' own secp256k1 keys hash with RIPEMD-160 and sign
 * SHA-256. Ethereum's hash and sign with Keccak-256; cosmos/evm and Ethermint each have a type URL for them. A multisig
 * key (SDK crypto/keys/multisig) has members, of which a threshold must sign.
 */
import { CodecError } from '../../codec/codec_error.js';
import { Any } from '../../codec/cosmos/base.js';
import { bytes, repeated, small } from '../../codec/protobuf/field.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import { message } from '../../codec/protobuf/message.js';
import { decompressPublicKey, secp256k1Verify } from '../../crypto/secp256k1/index.js';
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256, ripemd160, sha256 } from '../../kernel/hash.js';

export type KeyKind = 'secp256k1' | 'eth_secp256k1';

export interface SingleKey {
  readonly kind: KeyKind;
  /** Compressed key, 33 bytes. */
  readonly bytes: Bytes;
  /** 20 bytes. */
  readonly address: Bytes;
}

export interface MultisigKey {
  readonly kind: 'multisig';
  /** Least number of members that must sign, from 1 on. */
  readonly threshold: number;
  /** Cosmos keys and further multisig keys. */
  readonly keys: readonly AccountKey[];
  readonly address: Bytes;
}

export type AccountKey = SingleKey | MultisigKey;

const KINDS: Readonly<Record<string, KeyKind | undefined>> = {
  '/cosmos.crypto.secp256k1.PubKey': 'secp256k1',
  '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey': 'eth_secp256k1',
  '/ethermint.crypto.v1.ethsecp256k1.PubKey': 'eth_secp256k1',
};

const PubKey = message('cosmos.crypto.secp256k1.PubKey', { key: bytes(1) });
const LegacyAminoPubKey = message('cosmos.crypto.multisig.LegacyAminoPubKey', {
  threshold: small(1, 'uint32'),
  publicKeys: repeated(2, Any),
});
export const MULTISIG_KEY_URL = LegacyAminoPubKey.typeUrl;

/** Most multisig keys, or signatures of them, in each other (SDK codec/types `MaxUnpackAnyRecursionDepth`). */
export const MAX_MULTISIG_DEPTH = 10;
/** Amino's prefixes of registered types. That of a key of fixed length includes the length. */
const AMINO_MULTISIG = Uint8Array.of(0x22, 0xc1, 0xf7, 0xe2);
const AMINO_SECP256K1 = Uint8Array.of(0xeb, 0x5a, 0xe9, 0x87, 0x21);

/** Wraps a key of any type URL in an Any. `readAccountKey` checks whether the type is known. */
export const accountKeyAny = (typeUrl: string, key: Bytes): Any => ({ typeUrl, value: PubKey.encode({ key }) });

/** Wraps a multisig key in an Any. `readAccountKey` checks threshold and members. */
export const multisigKeyAny = (threshold: number, publicKeys: readonly Any[]): Any => ({
  typeUrl: MULTISIG_KEY_URL,
  value: LegacyAminoPubKey.encode({ threshold, publicKeys }),
});

/** Returns the members of a multisig key as they are encoded. */
export const multisigMembers = ({ value }: Any): readonly Any[] => LegacyAminoPubKey.decode(value).publicKeys;

/** Reads a key from an Any. Throws CodecError for an Any that holds no key of these kinds. */
export function readAccountKey({ typeUrl, value }: Any, depth = 0): AccountKey {
  if (typeUrl === MULTISIG_KEY_URL) return readMultisigKey(value, depth);
  const kind = KINDS[typeUrl];
  if (kind === undefined) throw new CodecError(`unable to resolve type URL ${typeUrl}`);
  const { key } = PubKey.decode(value);
  const point = key.length === 33 ? decompressPublicKey(key) : undefined;
  if (point === undefined) throw new CodecError('a public key must be 33 bytes that encode a point of secp256k1');
  return { kind, bytes: key.slice(), address: addressOf(kind, key, point) };
}

function readMultisigKey(value: Bytes, depth: number): MultisigKey {
  if (depth === MAX_MULTISIG_DEPTH) throw new CodecError(`max depth exceeded: ${MAX_MULTISIG_DEPTH} multisig keys`);
  const { threshold, publicKeys } = LegacyAminoPubKey.decode(value);
  if (threshold < 1 || threshold > publicKeys.length)
    throw new CodecError(
      `the threshold of a multisig key is ${threshold}: expected 1 to ${publicKeys.length}, the number of its keys`,
    );
  const keys = publicKeys.map((member) => readAccountKey(member, depth + 1));
  return { kind: 'multisig', threshold, keys, address: sha256(aminoMultisig(threshold, keys)).slice(0, 20) };
}

/** Encodes a multisig key in amino, whose hash is the address. The SDK's codec for it has no Ethereum keys. */
function aminoMultisig(threshold: number, keys: readonly AccountKey[]): Bytes {
  const out = new ProtoWriter().uint(1, threshold);
  for (const key of keys) {
    if (key.kind === 'eth_secp256k1')
      throw new CodecError('a multisig key contains an eth_secp256k1 key: expected keys of type secp256k1');
    out.bytes(
      2,
      key.kind === 'multisig' ? aminoMultisig(key.threshold, key.keys) : concatBytes(AMINO_SECP256K1, key.bytes),
    );
  }
  return concatBytes(AMINO_MULTISIG, out.finish());
}

const addressOf = (kind: KeyKind, key: Bytes, point: Bytes): Bytes =>
  kind === 'secp256k1' ? ripemd160(sha256(key)) : keccak256(point).slice(12);

/** Verifies a signature. Ethereum's wallets may append the recovery byte, which is ignored. */
export function verifySignature({ kind, bytes: key }: SingleKey, signBytes: Bytes, signature: Bytes): boolean {
  const isEthereum = kind === 'eth_secp256k1';
  if (signature.length !== 64 && !(isEthereum && signature.length === 65)) return false;
  const hash = isEthereum ? keccak256(signBytes) : sha256(signBytes);
  return secp256k1Verify(hash, signature.subarray(0, 64), key);
}
