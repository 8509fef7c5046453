import { HDNodeWallet, Mnemonic } from 'ethers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cryptoBackends } from '../../src/crypto/backends.js';
import { ed25519PublicKey, ed25519Sign, ed25519Verify } from '../../src/crypto/ed25519.js';
import { nativeEd25519 } from '../../src/crypto/ed25519_native.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { deriveAccounts, MNEMONIC_WORDS, mnemonicFault, mnemonicWords } from '../../src/crypto/mnemonic.js';
import type { Secp256k1Backend } from '../../src/crypto/secp256k1/backend.js';
import {
  addressOfPrivateKey,
  isPrivateKey,
  recoverAddress,
  SECP256K1_ORDER,
  secp256k1Sign,
  splitSignature,
} from '../../src/crypto/secp256k1/index.js';
import { loadAddon } from '../../src/crypto/secp256k1/native.js';
import { nobleSecp256k1 } from '../../src/crypto/secp256k1/noble.js';
import { firstThatPasses, passesKnownVector } from '../../src/crypto/secp256k1/selection.js';
import { wasmSecp256k1 } from '../../src/crypto/secp256k1/wasm.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes, EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { keccak256, sha256 } from '../../src/kernel/hash.js';
import { fromHex, to0x, toHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';

const JUNK = 'test test test test test test test test test test test junk';
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

beforeAll(installFastCrypto);

/** Compresses a point (x, y) to 33 bytes. */
const compress = (point: Bytes): Bytes => Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));

/** Returns the same signature with the other `s`, which Ethereum and Cosmos refuse. */
const highS = (signature: Bytes): Bytes =>
  concatBytes(signature.subarray(0, 32), bigintToBytes(SECP256K1_ORDER - bytesToBigint(signature.subarray(32)), 32));

describe('installing fast implementations', () => {
  it('reports them on a machine that has them', () => {
    expect(cryptoBackends()).toEqual({
      sha256: 'node:crypto',
      keccak256: 'hash-wasm',
      secp256k1: 'secp256k1',
      ed25519: 'node:crypto',
    });
  });

  it('happens once, however often it is asked for', async () => {
    const [first, second] = [installFastCrypto(), installFastCrypto()];
    expect(second).toBe(first);
    expect(await first).toMatchObject({ secp256k1: 'secp256k1' });
  });

  it('leaves digests unchanged, as plain byte arrays', () => {
    expect(toHex(sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(toHex(keccak256(utf8('')))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
    expect(sha256(utf8('abc')).constructor).toBe(Uint8Array);
    expect(keccak256(utf8('abc')).constructor).toBe(Uint8Array);
  });

  it('rejects a backend that recovers another key', () => {
    const wrong = { ...nobleSecp256k1, recover: () => new Uint8Array(64) };
    const throwing = {
      ...nobleSecp256k1,
      sign: () => {
        throw new Error('no');
      },
    };
    expect([nobleSecp256k1, wrong, throwing].map(passesKnownVector)).toEqual([true, false, false]);
  });
});

describe.each([
  ['the native addon', async () => loadAddon()?.()],
  ['WebAssembly', wasmSecp256k1],
])('secp256k1 by %s', (_, load) => {
  let backend: Secp256k1Backend;
  beforeAll(async () => {
    const loaded = await load();
    if (loaded === undefined) throw new Error('it does not load on this machine');
    backend = loaded;
  });

  it('signs, recovers, verifies and decompresses byte for byte as noble', () => {
    fc.assert(
      fc.property(bytes32, bytes32, (hash, key) => {
        fc.pre(key.some((byte) => byte !== 0) && (key[0] as number) < 255);
        const { signature, recovery } = backend.sign(hash, key);
        const point = backend.publicKey(key);
        const compressed = compress(point);
        expect({ signature, recovery }).toEqual(nobleSecp256k1.sign(hash, key));
        expect(point).toEqual(nobleSecp256k1.publicKey(key));
        expect(backend.recover(hash, signature, recovery)).toEqual(point);
        expect(backend.decompress(compressed)).toEqual(point);
        expect(backend.verify(hash, signature, compressed)).toBe(true);
        expect(backend.verify(hash, highS(signature), compressed)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it("gives noble's results for random bytes", () => {
    const bytes64 = fc.uint8Array({ minLength: 64, maxLength: 64 });
    const bytes33 = fc.tuple(fc.constantFrom(0, 2, 3, 4, 5), bytes32).map(([head, x]) => Uint8Array.of(head, ...x));
    fc.assert(
      fc.property(bytes32, bytes64, bytes33, fc.constantFrom(0 as const, 1 as const), (hash, signature, key, bit) => {
        expect(backend.recover(hash, signature, bit)).toEqual(nobleSecp256k1.recover(hash, signature, bit));
        expect(backend.decompress(key)).toEqual(nobleSecp256k1.decompress(key));
        expect(backend.verify(hash, signature, key)).toBe(nobleSecp256k1.verify(hash, signature, key));
      }),
      { numRuns: 50 },
    );
  });

  it.each([new Uint8Array(64), new Uint8Array(64).fill(255), Uint8Array.of(1, ...new Uint8Array(63))])(
    'recovers no key from a signature with a zero or a number beyond the order',
    (signature) => expect(backend.recover(new Uint8Array(32).fill(1), signature, 0)).toBeUndefined(),
  );
});

describe('the choice of an implementation', () => {
  it('takes the next one when one is absent or wrong, and none when all are', async () => {
    const wrong = { ...nobleSecp256k1, recover: () => new Uint8Array(64) };
    const absent = async () => undefined;
    const chosen = await firstThatPasses([absent, async () => wrong, wasmSecp256k1, async () => nobleSecp256k1]);
    expect(chosen?.name).toBe('libauth');
    expect(await firstThatPasses([absent, async () => wrong])).toBeUndefined();
  });
});

describe('secp256k1', () => {
  it('recovers the signer', () => {
    const key = fromHex('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
    const hash = keccak256(utf8('hello'));
    const signature = splitSignature(secp256k1Sign(hash, key));
    expect(signature.s <= SECP256K1_ORDER / 2n).toBe(true);
    expect(to0x(recoverAddress(hash, signature) ?? new Uint8Array())).toBe(
      '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    );
  });

  it('finds no signer for numbers outside the group', () => {
    const hash = keccak256(utf8('hello'));
    for (const [r, s] of [
      [0n, 1n],
      [1n, 0n],
      [SECP256K1_ORDER, 1n],
      [1n, SECP256K1_ORDER],
      // No point of the curve has x = 5.
      [5n, 1n],
    ] as const)
      expect(recoverAddress(hash, { r, s, yParity: 0 })).toBeUndefined();
  });

  it('refuses a private key outside the group', () => {
    expect(() => addressOfPrivateKey(new Uint8Array(32))).toThrow(RangeError);
    expect(() => addressOfPrivateKey(new Uint8Array(31).fill(1))).toThrow(RangeError);
    const key = (scalar: bigint): Bytes => bigintToBytes(scalar, 32);
    expect([0n, 1n, SECP256K1_ORDER - 1n, SECP256K1_ORDER].map((scalar) => isPrivateKey(key(scalar)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(() => addressOfPrivateKey(key(SECP256K1_ORDER))).toThrow(
      'a secp256k1 private key must be 32 bytes that encode a number in [1, order of the curve)',
    );
  });
});

describe('ed25519', () => {
  const seed = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');

  it('matches test 1 of RFC 8032', () => {
    const pubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const;
    const signature = ed25519Sign(seed, new Uint8Array());
    expect(toHex(pubKey.bytes)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    expect(toHex(signature)).toMatch(
      /^e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac/,
    );
    expect(ed25519Verify(pubKey, new Uint8Array(), signature)).toBe(true);
  });

  const native = nativeEd25519();
  it.skipIf(native === undefined)('switches to the addon for many signatures, and signs identically', () => {
    const property = fc.property(bytes32, fc.uint8Array({ maxLength: 300 }), (key, message) => {
      const signature = ed25519Sign(key, message);
      expect(native?.sign(message, native.secretKey(key))).toEqual(signature);
      expect(ed25519Verify({ type: 'ed25519', bytes: ed25519PublicKey(key) }, message, signature)).toBe(true);
    });
    fc.assert(property, { numRuns: 100 });
    expect(cryptoBackends().ed25519).toBe('sodium-native');
    expect(() => ed25519Sign(seed.subarray(1), seed)).toThrow('an ed25519 seed is 32 bytes, not 31');
  });

  it('rejects a changed message, a changed signature and a key of another type', () => {
    const pubKey = { type: 'ed25519', bytes: ed25519PublicKey(seed) } as const;
    const message = utf8('vote');
    const signature = ed25519Sign(seed, message);
    const changed = signature.map((byte, i) => (i === 40 ? byte ^ 1 : byte));
    expect(ed25519Verify(pubKey, utf8('veto'), signature)).toBe(false);
    expect(ed25519Verify(pubKey, message, changed)).toBe(false);
    expect(ed25519Verify(pubKey, message, signature.subarray(1))).toBe(false);
    expect(ed25519Verify({ ...pubKey, type: 'secp256k1' }, message, signature)).toBe(false);
    expect(ed25519Verify({ ...pubKey, bytes: pubKey.bytes.subarray(1) }, message, signature)).toBe(false);
  });
});

describe('mnemonic', () => {
  it('derives the accounts that Hardhat and Anvil print', async () => {
    const accounts = await deriveAccounts(JUNK, 20);
    expect(accounts).toHaveLength(20);
    expect(to0x(accounts[0]?.address ?? new Uint8Array())).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    expect(to0x(accounts[9]?.privateKey ?? new Uint8Array())).toBe(
      '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
    );
  });

  it('derives the same as ethers, for any entropy and index, with any spacing of the words', async () => {
    const anEntropy = fc
      .constantFrom(16, 20, 24, 28, 32)
      .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
    await fc.assert(
      fc.asyncProperty(anEntropy, fc.nat(5), async (entropy, index) => {
        const { phrase } = Mnemonic.fromEntropy(entropy);
        expect(mnemonicFault(mnemonicWords(phrase))).toBeUndefined();
        const expected = HDNodeWallet.fromPhrase(phrase, undefined, `m/44'/60'/0'/0/${index}`);
        const account = (await deriveAccounts(` ${phrase.replaceAll(' ', ' \n ')}\t`, index + 1))[index];
        expect(to0x(account?.privateKey ?? EMPTY_BYTES)).toBe(expected.privateKey);
        expect(to0x(account?.address ?? EMPTY_BYTES)).toBe(expected.address.toLowerCase());
      }),
      { numRuns: 10 },
    );
  });

  it('finds the error in invalid words, as ethers does', () => {
    const replaced = fc.tuple(
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.nat(11),
      fc.constantFrom(...MNEMONIC_WORDS),
    );
    fc.assert(
      fc.property(replaced, ([entropy, position, word]) => {
        const words = Mnemonic.fromEntropy(entropy).phrase.split(' ').with(position, word);
        const isOne = Mnemonic.isValidMnemonic(words.join(' '));
        expect(mnemonicFault(words)).toEqual(isOne ? undefined : { type: 'checksum' });
      }),
    );
    expect(mnemonicFault(JUNK.split(' ').slice(1))).toEqual({ type: 'count', count: 11 });
    expect(mnemonicFault(JUNK.split(' ').with(2, 'tset').slice(1))).toEqual({
      type: 'word',
      word: 'tset',
      position: 2,
    });
  });
});
