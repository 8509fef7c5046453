/**
 * The types of validator keys with their names in each format, and their addresses (consensus-engine.md 1.4; CometBFT
 * crypto, libs/json, proto/tendermint/crypto/keys.proto).
 */
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../kernel/bytes.js';
import { keccak256, ripemd160, sha256 } from '../kernel/hash.js';
import type { PubKey } from './application.js';

/** Facts of a type of key. */
interface KeyTypeFacts {
  /** Length of a raw public key, in bytes. secp256k1 keys are compressed. */
  readonly bytes: number;
  /** Field of `tendermint.crypto.PublicKey`. */
  readonly field: number;
  /** Member of the oneof in JSON, and the end of its Go type. */
  readonly member: string;
  readonly goName: string;
  /** Name in JSON and Amino. */
  readonly publicName: string;
  readonly privateName: string;
  /** Protobuf package of the SDK. */
  readonly sdkPackage: string;
}

export const KEY_TYPES: Readonly<Record<PubKey['type'], KeyTypeFacts>> = {
  ed25519: {
    bytes: 32,
    field: 1,
    member: 'ed25519',
    goName: 'Ed25519',
    publicName: 'tendermint/PubKeyEd25519',
    privateName: 'tendermint/PrivKeyEd25519',
    sdkPackage: 'cosmos.crypto.ed25519',
  },
  secp256k1: {
    bytes: 33,
    field: 2,
    member: 'secp256k1',
    goName: 'Secp256K1',
    publicName: 'tendermint/PubKeySecp256k1',
    privateName: 'tendermint/PrivKeySecp256k1',
    sdkPackage: 'cosmos.crypto.secp256k1',
  },
  secp256k1eth: {
    bytes: 33,
    field: 5,
    member: 'secp256k1eth',
    goName: 'Secp256K1Eth',
    publicName: 'tendermint/PubKeySecp256k1eth',
    privateName: 'tendermint/PrivKeySecp256k1eth',
    sdkPackage: 'cosmos.crypto.secp256k1eth',
  },
  ml_dsa_65: {
    bytes: 1952,
    field: 4,
    member: 'mldsa65',
    goName: 'Mldsa65',
    publicName: 'cometbft/PubKeyMlDsa65',
    privateName: 'cometbft/PrivKeyMlDsa65',
    sdkPackage: 'cosmos.crypto.mldsa65',
  },
};

export const KEY_TYPE_NAMES = Object.keys(KEY_TYPES) as readonly PubKey['type'][];

/** Returns whether only CometBFT 0.40 and later know the type. Its rules of sizes then apply. */
export const isNewKeyType = (type: string): boolean => type === 'secp256k1eth' || type === 'ml_dsa_65';

const ADDRESS_BYTES = 20;

/**
 * Returns the 20 bytes of a validator's address: the first of SHA-256 of the key for ed25519 and ML-DSA, RIPEMD-160 of
 * SHA-256 for secp256k1, and the Ethereum address for secp256k1eth.
 */
export function addressOf({ type, bytes }: PubKey): Bytes {
  switch (type) {
    case 'ed25519':
    case 'ml_dsa_65':
      return sha256(bytes).slice(0, ADDRESS_BYTES);
    case 'secp256k1':
      return ripemd160(sha256(bytes));
    case 'secp256k1eth':
      // Keys that are no points are refused where they are decoded.
      return keccak256(pointOf(bytes) ?? bytes).slice(-ADDRESS_BYTES);
  }
}

/** Order of the field of secp256k1 (SEC 2). */
const P = 2n ** 256n - 2n ** 32n - 977n;

/** Computes `base ** exponent` modulo the order of the field. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % P, left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** Returns the point (x, y) of a compressed secp256k1 key (SEC 1, 2.3.4); undefined when the bytes are no such key. */
function pointOf(key: Bytes): Bytes | undefined {
  const x = bytesToBigint(key.subarray(1));
  const square = (x ** 3n + 7n) % P;
  const root = power(square, (P + 1n) / 4n);
  if ((key[0] !== 2 && key[0] !== 3) || x >= P || (root * root) % P !== square) return undefined;
  const y = (root & 1n) === BigInt(key[0] - 2) ? root : P - root;
  return concatBytes(bigintToBytes(x, 32), bigintToBytes(y, 32));
}

/** Returns why CometBFT refuses the bytes as a key of the type; undefined when it accepts them. */
export function keyProblem({ type, bytes }: PubKey): string | undefined {
  const { bytes: expected } = KEY_TYPES[type];
  if (bytes.length !== expected) return `${type} key has ${bytes.length} bytes, expected ${expected}`;
  if (type === 'secp256k1eth' && pointOf(bytes) === undefined) return `${type} key is not a point of the curve`;
  return undefined;
}
