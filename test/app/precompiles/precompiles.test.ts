/** Tests precompiles with our own or a library's cryptography, called by contracts and wallets. */
import { generateKeyPairSync, sign as signWithNode } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { secp256k1Sign } from '../../../src/crypto/secp256k1/index.js';
import { intrinsicGas } from '../../../src/evm/intrinsic_gas.js';
import { type Bytes, concatBytes } from '../../../src/kernel/bytes.js';
import { keccak256, sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { TestChain } from '../support/chain.js';
import { dev } from '../support/wallet.js';

beforeAll(installFastCrypto);

const at = (number: number): Bytes => fromHex(number.toString(16).padStart(40, '0'));
const word = (value: bigint): Bytes => fromHex(value.toString(16).padStart(64, '0'));

async function call(number: number, input: Bytes) {
  const chain = await TestChain.open();
  return chain.app.evm.call({ to: at(number), input }, 0n);
}

describe('ecrecover', () => {
  const key = fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
  const hash = keccak256(utf8('message'));

  it('recovers the signer', async () => {
    const { signature, recovery } = secp256k1Sign(hash, key);
    const outcome = await call(1, concatBytes(hash, word(27n + BigInt(recovery)), signature));
    expect(outcome.type === 'success' && toHex(outcome.returnData.subarray(12))).toBe(
      dev(0).address.slice(2).toLowerCase(),
    );
  });

  it('returns nothing for an invalid signature', async () => {
    for (const input of [
      concatBytes(hash, word(29n), word(5n), word(6n)),
      concatBytes(hash, word(27n), word(5n), word(6n)),
      hash,
    ])
      expect(await call(1, input)).toMatchObject({ type: 'success', returnData: new Uint8Array() });
  });
});

describe('point evaluation', () => {
  const commitment = fromHex(
    'ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81',
  );
  const proof = fromHex(
    '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
  );
  const versioned = concatBytes(Uint8Array.of(1), sha256(commitment).subarray(1));

  it('accepts a valid proof', async () => {
    const outcome = await call(0x0a, concatBytes(versioned, word(9n), word(9n), commitment, proof));
    expect(outcome.type === 'success' && toHex(outcome.returnData)).toBe(
      `${'1000'.padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`,
    );
  });

  it('fails for an invalid proof, and does not stop the chain', async () => {
    expect((await call(0x0a, concatBytes(versioned, word(9n), word(8n), commitment, proof))).type).toBe('halt');
    expect((await call(0x0a, concatBytes(versioned, word(2n ** 256n - 1n), word(9n), commitment, proof))).type).toBe(
      'halt',
    );
    expect((await call(0x0a, versioned)).type).toBe('halt');
  });
});

describe('P-256 (Osaka, EIP-7951)', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = concatBytes(Buffer.from(x as string, 'base64url'), Buffer.from(y as string, 'base64url'));
  const message = utf8('a passkey says yes');
  const signature = new Uint8Array(signWithNode('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
  const good = concatBytes(sha256(message), signature, point);
  const YES = { type: 'success', returnData: word(1n) };
  const NO = { type: 'success', returnData: new Uint8Array() };
  const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const FIELD = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
  const withWord = (index: number, value: Bytes): Bytes =>
    concatBytes(good.slice(0, 32 * index), value, good.slice(32 * index + 32));

  it('verifies a signature of Node.js, and its other valid form', async () => {
    expect(await call(0x100, good)).toMatchObject(YES);
    const s = BigInt(`0x${toHex(good.slice(64, 96))}`);
    expect(await call(0x100, withWord(2, word(ORDER - s)))).toMatchObject(YES);
  });

  it('costs 6,900 gas besides the transaction’s own', async () => {
    const { intrinsic, floor } = intrinsicGas({
      to: at(0x100),
      input: good,
      accessList: undefined,
      authorizationList: undefined,
    });
    const used = intrinsic + 6_900n;
    expect(await call(0x100, good)).toMatchObject({ gasUsed: used > floor ? used : floor });
  });

  it.each([
    ['another hash', () => withWord(0, word(1n))],
    ['r of 0', () => withWord(1, word(0n))],
    ['r of the order', () => withWord(1, word(ORDER))],
    ['s of 0', () => withWord(2, word(0n))],
    ['s of the order', () => withWord(2, word(ORDER))],
    ['a key that is not on the curve', () => withWord(4, word(1n))],
    ['a coordinate beyond the field', () => withWord(3, word(FIELD))],
    ['the point at infinity', () => withWord(3, word(0n)).fill(0, 128)],
    ['one byte too few', () => good.slice(0, 159)],
    ['one byte too many', () => concatBytes(good, Uint8Array.of(0))],
    ['an empty input', () => new Uint8Array()],
  ])('returns nothing for %s', async (_, input) => {
    expect(await call(0x100, input())).toMatchObject(NO);
  });
});
