/**
 * Tests encrypted keys: we open geth's test vectors, ethers opens ours, and invalid files are refused with a reason.
 */
import { scryptSync } from 'node:crypto';
import { Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { isBeyondOpenSsl, scryptSmallBlocks } from '../../src/crypto/scrypt_small_blocks.js';
import { addressOfPrivateKey } from '../../src/crypto/secp256k1/index.js';
import { decryptKey, encryptKey, readEncryptedKey } from '../../src/crypto/secret_storage.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { fromHex, to0x, toHex } from '../../src/kernel/hex.js';
import { V3_VECTORS } from '../vectors/secret_storage.js';

await installFastCrypto();

/** Lowest cost of scrypt. */
const CHEAP = { n: 2, r: 1, p: 1 };
let drawn = 0;
const random = (length: number): Bytes => new Uint8Array(length).fill(++drawn);
const KEY = fromHex('7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d');

describe('an encrypted key', () => {
  it.each(Object.entries(V3_VECTORS))('is decrypted as by geth: %s', async (name, { json, password, priv }) => {
    const secret = fromHex(priv.padStart(64, '0'));
    const file = { ...json, address: toHex(addressOfPrivateKey(secret)) };
    expect(toHex(await decryptKey(readEncryptedKey(file), password))).toBe(toHex(secret));
    // This one takes seconds, and a wrong password fails in the same way as with the others.
    if (name === 'scrypt') return;
    await expect(decryptKey(readEncryptedKey(file), `${password}.`)).rejects.toThrow(
      /^could not decrypt key with given password$/,
    );
  });

  it('is decrypted by ethers', async () => {
    const text = await encryptKey(KEY, 'pässword', random);
    expect(JSON.parse(text)).toMatchObject({ version: 3, crypto: { kdfparams: { n: 4096, r: 8, p: 6, dklen: 32 } } });
    expect((await Wallet.fromEncryptedJson(text, 'pässword')).privateKey).toBe(to0x(KEY));
  });

  it('is decrypted to the same key, for any key and password', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 31, maxLength: 31 }), fc.string(), async (tail, password) => {
        const secret = Uint8Array.of(1, ...tail);
        const text = await encryptKey(secret, password, random, CHEAP);
        expect(toHex(await decryptKey(readEncryptedKey(JSON.parse(text)), password))).toBe(toHex(secret));
      }),
    ));

  it('must belong to the account that the file names', async () => {
    const file = JSON.parse(await encryptKey(KEY, 'x', random, CHEAP)) as object;
    const other = { ...file, address: '00'.repeat(20) };
    await expect(decryptKey(readEncryptedKey(other), 'x')).rejects.toThrow(
      `key content mismatch: have address ${to0x(addressOfPrivateKey(KEY))}, want 0x${'00'.repeat(20)}`,
    );
  });
});

describe('a key file', () => {
  it('has geth’s members, each value its own', async () => {
    const drawn: Bytes[] = [];
    const draw = (length: number): Bytes => {
      const bytes = new Uint8Array(length).map((_, i) => 0xff ^ (16 * drawn.length + i));
      drawn.push(bytes);
      return bytes;
    };
    const file = JSON.parse(await encryptKey(KEY, 'x', draw, { n: 16, r: 3, p: 5 }));
    const [salt, iv, id] = drawn.map(toHex);
    expect(file).toMatchObject({
      address: toHex(addressOfPrivateKey(KEY)),
      crypto: { cipherparams: { iv }, kdf: 'scrypt', kdfparams: { dklen: 32, n: 16, r: 3, p: 5, salt } },
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    expect(file.id.replaceAll('-', '').slice(0, 12)).toBe(id?.slice(0, 12));
    expect(drawn.map(({ length }) => length)).toEqual([32, 16, 16]);
  });

  it('of an old wallet, with a capital letter, is read as the others', async () => {
    const { crypto, ...file } = JSON.parse(await encryptKey(KEY, 'x', random, CHEAP));
    expect(toHex(await decryptKey(readEncryptedKey({ ...file, Crypto: crypto }), 'x'))).toBe(toHex(KEY));
  });
});

describe('scrypt with small blocks', () => {
  it('derives the same as OpenSSL, where OpenSSL can', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 40 }),
        fc.uint8Array({ maxLength: 40 }),
        fc.record({
          n: fc.constantFrom(2, 16, 256),
          r: fc.integer({ min: 1, max: 4 }),
          p: fc.integer({ min: 1, max: 3 }),
        }),
        async (password, salt, cost) => {
          const theirs = scryptSync(password, salt, 32, { N: cost.n, r: cost.r, p: cost.p });
          expect(toHex(await scryptSmallBlocks(password, salt, cost, 32))).toBe(theirs.toString('hex'));
        },
      ),
      { numRuns: 40 },
    ));

  it('is used only where OpenSSL refuses', () => {
    expect([isBeyondOpenSsl(65_535, 1), isBeyondOpenSsl(65_536, 1), isBeyondOpenSsl(262_144, 8)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('an invalid key file', () => {
  const { json } = V3_VECTORS.scrypt;
  const good = { ...json, address: '00'.repeat(20) };
  const withCrypto = (change: object) => ({ ...good, crypto: { ...json.crypto, ...change } });
  const withCost = (change: object) => withCrypto({ kdfparams: { ...json.crypto.kdfparams, ...change } });

  const pbkdf2 = (c: number) =>
    withCrypto({ kdf: 'pbkdf2', kdfparams: { dklen: 32, salt: 'abcd', prf: 'hmac-sha256', c } });

  it('is accepted up to the limits of its cost', () => {
    const costOf = (document: unknown) => readEncryptedKey(document).derivation;
    const salt = expect.any(Uint8Array);
    expect(costOf(pbkdf2(2_000_000))).toEqual({ type: 'pbkdf2', salt, rounds: 2_000_000 });
    // The three limits: of memory, of blocks, and of work.
    for (const cost of [
      { n: 2 ** 19, r: 8, p: 2 },
      { n: 2, r: 1, p: 1024 },
      { n: 2 ** 20, r: 4, p: 2 },
      { n: 2 ** 13, r: 4, p: 256 },
    ])
      expect(costOf(withCost(cost))).toEqual({ type: 'scrypt', salt, ...cost });
    for (const cost of [
      { n: 2 ** 19, r: 9, p: 1 },
      { n: 2, r: 1, p: 1025 },
      { n: 2 ** 13, r: 4, p: 257 },
    ])
      expect(() => costOf(withCost(cost))).toThrow('deriving would take too much memory or time');
  });

  it.each<[string, unknown]>([
    ['the document is not an object', null],
    ['the document is not an object', [good]],
    ['version 1, expected 3', { ...good, version: 1 }],
    ['address is undefined, expected hex', json],
    ['address has 2 bytes, expected 20', { ...good, address: '0x0102' }],
    ['crypto is not an object', { ...good, crypto: 'x' }],
    ['cipher "aes-256-cbc", expected "aes-128-ctr"', withCrypto({ cipher: 'aes-256-cbc' })],
    ['a ciphertext of 33 bytes, expected 32', withCrypto({ ciphertext: '00'.repeat(33) })],
    ['kdf "argon2", expected "scrypt" or "pbkdf2"', withCrypto({ kdf: 'argon2' })],
    ['prf undefined, expected "hmac-sha256"', withCrypto({ kdf: 'pbkdf2' })],
    ['n 3, expected a power of two', withCost({ n: 3 })],
    ['n 1, expected a power of two', withCost({ n: 1 })],
    ['n is 0, expected a whole number from 1', withCost({ n: 0 })],
    ['r is 0, expected a whole number from 1', withCost({ r: 0 })],
    ['p is -1, expected a whole number from 1', withCost({ p: -1 })],
    ['n is 2147483648, expected a whole number from 1', withCost({ n: 2 ** 31 })],
    ['c is 0, expected a whole number from 1', pbkdf2(0)],
    ['c 2000001, expected at most 2000000', pbkdf2(2_000_001)],
    ['r is 1.5, expected a whole number from 1', withCost({ r: 1.5 })],
    ['n 1073741824, r 1, p 8: deriving would take too much memory or time', withCost({ n: 2 ** 30 })],
    ['n 262144, r 1, p 1024: deriving would take too much memory or time', withCost({ p: 1024 })],
    // A small n with a large p costs too much memory or time.
    ['n 2, r 1, p 1000000: deriving would take too much memory or time', withCost({ n: 2, p: 1_000_000 })],
    ['n 2, r 1000000, p 1: deriving would take too much memory or time', withCost({ n: 2, r: 1_000_000, p: 1 })],
    ['dklen 16, expected 32', withCost({ dklen: 16 })],
  ])('is refused: %s', (why, document) => {
    expect(() => readEncryptedKey(document)).toThrow(`no encrypted key: ${why}`);
  });
});
