/**
 * Encrypts private keys with a password: the Web3 secret storage, version 3, of geth and wallets (scrypt or PBKDF2,
 * AES-128-CTR, Keccak over key and ciphertext). Key derivation runs on Node's threads, not in the event loop. Versions
 * 1 and 2, which have been out of use since 2015, are not supported.
 */
import { createCipheriv, createDecipheriv, pbkdf2, scrypt } from 'node:crypto';
import { type Bytes, concatBytes, equalBytes, leftPadded } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { keccak256 } from '../kernel/hash.js';
import { to0x, toHex, tryFromHex } from '../kernel/hex.js';
import { utf8 } from '../kernel/text.js';
import { isBeyondOpenSsl, scryptSmallBlocks } from './scrypt_small_blocks.js';
import { addressOfPrivateKey, isPrivateKey } from './secp256k1/index.js';

/** Scrypt's parameters, which determine the cost of deriving a key from a password. */
export interface ScryptCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/**
 * geth's light parameters (`--lightkdf`), which take 4 MB and about 50 ms. The standard ones take 256 MB and a second.
 */
export const LIGHT_SCRYPT: ScryptCost = { n: 4096, r: 8, p: 6 };

/** Contents of a key file whose format has been checked. */
export interface EncryptedKey {
  readonly address: Bytes;
  readonly cipherText: Bytes;
  readonly iv: Bytes;
  readonly mac: Bytes;
  readonly derivation: Derivation;
}

type Derivation =
  | ({ readonly type: 'scrypt'; readonly salt: Bytes } & ScryptCost)
  | { readonly type: 'pbkdf2'; readonly salt: Bytes; readonly rounds: number };

const VERSION = 3;
const KEY_BYTES = 32;
/** Most memory of scrypt in bytes: twice that of geth's standard parameters. */
const MAX_SCRYPT_BYTES = 512 * 1024 * 1024;
/** Most steps of scrypt's inner loop in a file: eight times geth's. */
const MAX_SCRYPT_WORK = 2 ** 23;
/** Greatest `p` times `r`: that many blocks are stored and mixed at both ends, whatever `n` is. */
const MAX_SCRYPT_BLOCKS = 1024;
const MAX_PBKDF2_ROUNDS = 2_000_000;
const CIPHER = 'aes-128-ctr';

const refuse = (why: string): HalleyError => new HalleyError('invalid-argument', `no encrypted key: ${why}`);

/** Returns geth's error. */
export const wrongPassword = (): HalleyError =>
  new HalleyError('conflict', 'could not decrypt key with given password');

/**
 * Reads a parsed key file. Throws HalleyError `invalid-argument` for another document, or for a file that is not
 * supported.
 */
export function readEncryptedKey(document: unknown): EncryptedKey {
  const file = objectOf(document, 'the document');
  if (file['version'] !== VERSION) throw refuse(`version ${JSON.stringify(file['version'])}, expected ${VERSION}`);
  const address = bytesOf(file['address'], 'address', 20);
  const crypto = objectOf(file['crypto'] ?? file['Crypto'], 'crypto');
  if (crypto['cipher'] !== CIPHER) throw refuse(`cipher ${JSON.stringify(crypto['cipher'])}, expected "${CIPHER}"`);
  const cipherText = bytesOf(crypto['ciphertext'], 'ciphertext');
  if (cipherText.length > KEY_BYTES) throw refuse(`a ciphertext of ${cipherText.length} bytes, expected ${KEY_BYTES}`);
  return {
    address,
    cipherText,
    iv: bytesOf(objectOf(crypto['cipherparams'], 'cipherparams')['iv'], 'iv', 16),
    mac: bytesOf(crypto['mac'], 'mac', 32),
    derivation: derivationOf(crypto['kdf'], objectOf(crypto['kdfparams'], 'kdfparams')),
  };
}

function derivationOf(name: unknown, parameters: JsonObject): Derivation {
  const salt = bytesOf(parameters['salt'], 'salt');
  if (parameters['dklen'] !== KEY_BYTES)
    throw refuse(`dklen ${JSON.stringify(parameters['dklen'])}, expected ${KEY_BYTES}`);
  if (name === 'scrypt') {
    const n = wholeOf(parameters['n'], 'n');
    const [r, p] = [wholeOf(parameters['r'], 'r'), wholeOf(parameters['p'], 'p')];
    if (n < 2 || (n & (n - 1)) !== 0) throw refuse(`n ${n}, expected a power of two`);
    if (128 * n * r > MAX_SCRYPT_BYTES || n * r * p > MAX_SCRYPT_WORK || r * p > MAX_SCRYPT_BLOCKS)
      throw refuse(`n ${n}, r ${r}, p ${p}: deriving would take too much memory or time`);
    return { type: 'scrypt', salt, n, r, p };
  }
  if (name !== 'pbkdf2') throw refuse(`kdf ${JSON.stringify(name)}, expected "scrypt" or "pbkdf2"`);
  if (parameters['prf'] !== 'hmac-sha256')
    throw refuse(`prf ${JSON.stringify(parameters['prf'])}, expected "hmac-sha256"`);
  const rounds = wholeOf(parameters['c'], 'c');
  if (rounds > MAX_PBKDF2_ROUNDS) throw refuse(`c ${rounds}, expected at most ${MAX_PBKDF2_ROUNDS}`);
  return { type: 'pbkdf2', salt, rounds };
}

/**
 * Returns the private key, 32 bytes. Rejects with HalleyError for a wrong password, and for a file whose address does
 * not match its key.
 */
export async function decryptKey({ derivation, ...key }: EncryptedKey, password: string): Promise<Bytes> {
  const derived = await derive(derivation, password);
  const mac = keccak256(concatBytes(derived.subarray(16), key.cipherText));
  if (!equalBytes(mac, key.mac)) throw wrongPassword();
  const cipher = createDecipheriv(CIPHER, derived.subarray(0, 16), key.iv);
  const secret = leftPadded(new Uint8Array(cipher.update(key.cipherText)), KEY_BYTES);
  if (!isPrivateKey(secret)) throw refuse('the decrypted bytes are not a valid private key');
  const address = addressOfPrivateKey(secret);
  if (!equalBytes(address, key.address))
    throw new HalleyError('conflict', `key content mismatch: have address ${to0x(address)}, want ${to0x(key.address)}`);
  return secret;
}

/** Returns the text of a key file. `random` provides salt, initial vector and id. */
export async function encryptKey(
  secret: Bytes,
  password: string,
  random: (length: number) => Bytes,
  cost: ScryptCost = LIGHT_SCRYPT,
): Promise<string> {
  const [salt, iv] = [random(32), random(16)];
  const derived = await derive({ type: 'scrypt', salt, ...cost }, password);
  const cipherText = new Uint8Array(createCipheriv(CIPHER, derived.subarray(0, 16), iv).update(secret));
  return JSON.stringify({
    address: toHex(addressOfPrivateKey(secret)),
    crypto: {
      cipher: CIPHER,
      ciphertext: toHex(cipherText),
      cipherparams: { iv: toHex(iv) },
      kdf: 'scrypt',
      kdfparams: { dklen: KEY_BYTES, n: cost.n, p: cost.p, r: cost.r, salt: toHex(salt) },
      mac: toHex(keccak256(concatBytes(derived.subarray(16), cipherText))),
    },
    id: uuidOf(random(16)),
    version: VERSION,
  });
}

/** Formats a UUID of version 4, variant 1 (RFC 9562). */
function uuidOf(random: Bytes): string {
  const bytes = random.slice();
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function derive(derivation: Derivation, password: string): Promise<Bytes> {
  const secret = utf8(password);
  if (derivation.type === 'scrypt' && isBeyondOpenSsl(derivation.n, derivation.r))
    return scryptSmallBlocks(secret, derivation.salt, derivation, KEY_BYTES);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, derived: Buffer): void =>
      error === null ? resolve(new Uint8Array(derived)) : reject(error);
    if (derivation.type === 'pbkdf2')
      return pbkdf2(secret, derivation.salt, derivation.rounds, KEY_BYTES, 'sha256', done);
    const { n: N, r, p, salt } = derivation;
    scrypt(secret, salt, KEY_BYTES, { N, r, p, maxmem: 128 * r * (N + p + 2) + 1_048_576 }, done);
  });
}

type JsonObject = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(`${what} is not an object`);
  return value as JsonObject;
}

function bytesOf(value: unknown, what: string, length?: number): Bytes {
  const bytes = typeof value === 'string' ? tryFromHex(value.replace(/^0x/, '')) : undefined;
  if (bytes === undefined) throw refuse(`${what} is ${JSON.stringify(value)}, expected hex`);
  if (length !== undefined && bytes.length !== length)
    throw refuse(`${what} has ${bytes.length} bytes, expected ${length}`);
  return bytes;
}

function wholeOf(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > 2 ** 30)
    throw refuse(`${what} is ${JSON.stringify(value)}, expected a whole number from 1`);
  return value as number;
}
