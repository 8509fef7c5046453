/**
 * Accounts of a BIP-39 mnemonic along a BIP-32 path: what Hardhat and Anvil users have in their .env. Words are not
 * checked against the list; a mnemonic of one's own making derives as well as any other.
 */
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../kernel/bytes.js';
import { utf8 } from '../kernel/text.js';
import { addressOfPrivateKey, publicKeyOf, SECP256K1_ORDER } from './secp256k1.js';

export interface DerivedAccount {
  readonly privateKey: Bytes;
  readonly address: Bytes;
  /** For example `m/44'/60'/0'/0/3`. */
  readonly path: string;
}

/** Ethereum's path up to the index. */
export const ETHEREUM_PATH = "m/44'/60'/0'/0";

const HARDENED = 0x8000_0000;
const BIP39_ROUNDS = 2048;

interface Node {
  readonly key: Bytes;
  readonly chainCode: Bytes;
}

const split = (digest: Buffer): { left: Bytes; right: Bytes } => ({
  left: new Uint8Array(digest.subarray(0, 32)),
  right: new Uint8Array(digest.subarray(32)),
});

const hmac = (key: Bytes, data: Bytes): { left: Bytes; right: Bytes } =>
  split(createHmac('sha512', key).update(data).digest());

function master(mnemonic: string): Node {
  const words = mnemonic.normalize('NFKD').trim().split(/\s+/).join(' ');
  const seed = pbkdf2Sync(words, 'mnemonic', BIP39_ROUNDS, 64, 'sha512');
  const { left, right } = hmac(utf8('Bitcoin seed'), new Uint8Array(seed));
  return { key: left, chainCode: right };
}

function compressed(privateKey: Bytes): Bytes {
  const point = publicKeyOf(privateKey);
  return concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));
}

/** BIP-32's private derivation. The chance that a step has no key is below 2^-127; then `publicKeyOf` throws. */
function child(parent: Node, index: number): Node {
  const head = index >= HARDENED ? concatBytes(Uint8Array.of(0), parent.key) : compressed(parent.key);
  const { left, right } = hmac(parent.chainCode, concatBytes(head, bigintToBytes(BigInt(index), 4)));
  const key = (bytesToBigint(left) + bytesToBigint(parent.key)) % SECP256K1_ORDER;
  return { key: bigintToBytes(key, 32), chainCode: right };
}

function indexOf(step: string): number {
  const match = /^(\d+)(')?$/.exec(step);
  const index = Number(match?.[1]);
  if (match === null || index >= HARDENED) throw new RangeError(`"${step}" is not a step of a derivation path`);
  return match[2] === undefined ? index : index + HARDENED;
}

/** Accounts `path/0` to `path/(count - 1)`. Throws a RangeError for a malformed path. */
export function deriveAccounts(mnemonic: string, count: number, path: string = ETHEREUM_PATH): DerivedAccount[] {
  const [root, ...steps] = path.split('/');
  if (root !== 'm') throw new RangeError(`"${path}" is not a derivation path: it must start with "m/"`);
  const parent = steps.map(indexOf).reduce(child, master(mnemonic));
  return Array.from({ length: count }, (_, i) => {
    const { key } = child(parent, i);
    return { privateKey: key, address: addressOfPrivateKey(key), path: `${path}/${i}` };
  });
}
