/**
 * Compares long-running precompiles, which run in steps, with the EVM library's: the same output for the same input.
 */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM, type ExecResult, NobleBN254 } from '@ethereumjs/evm';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { createCommon } from '../../src/evm/ethereumjs/common.js';
import { precompiles } from '../../src/evm/ethereumjs/precompiles.js';
import { ExecutionGuard } from '../../src/evm/execution_guard.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';

const GAS = 10_000_000n;

let stock: EVM;
const ours = new Map<string, (input: Bytes, gasLimit?: bigint) => Promise<ExecResult>>();

beforeAll(async () => {
  await installFastCrypto();
  const common = createCommon(31337n);
  stock = await createEVM({
    common: new Common({ chain: Mainnet, hardfork: Hardfork.Osaka }),
    bn254: new NobleBN254(),
  });
  for (const { address, function: run } of precompiles(common, new ExecutionGuard()))
    ours.set(toHex(address.bytes).slice(-2), async (data, gasLimit = GAS) =>
      run({ data, gasLimit, common: stock.common, _EVM: stock }),
    );
});

async function theirs(name: string, data: Bytes, gasLimit = GAS): Promise<ExecResult> {
  const run = stock.getPrecompile(`0x${name}`) as NonNullable<ReturnType<EVM['getPrecompile']>>;
  return run({ data, gasLimit, common: stock.common, _EVM: stock });
}

/** Requires the same output and gas, or a failure of both. */
async function agree(name: string, data: Bytes, gasLimit = GAS): Promise<ExecResult> {
  const [own, other] = await Promise.all([ours.get(name)?.(data, gasLimit), theirs(name, data, gasLimit)]);
  const facts = (result: ExecResult | undefined) => ({
    output: toHex(result?.returnValue ?? new Uint8Array()),
    gas: result?.executionGasUsed,
    failed: result?.exceptionError !== undefined,
  });
  expect(facts(own), `${name}: ${toHex(data)}`).toEqual(facts(other));
  return own as ExecResult;
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const word = (value: bigint): Bytes => bigintToBytes(value, 32);

describe('blake2f', () => {
  /** H, m and t of EIP-152's vectors for "abc". */
  const abc =
    '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b' +
    `616263${'00'.repeat(125)}` +
    `03${'00'.repeat(15)}`;

  it('passes the vectors of EIP-152', async () => {
    const outputs = {
      '0000000001':
        '08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b',
      '0000000c01':
        'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
      '0000000c00':
        '75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d2875298743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735',
      '0000000101':
        'b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fba551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421',
    };
    for (const [key, output] of Object.entries(outputs)) {
      const input = fromHex(key.slice(0, 8) + abc + key.slice(8));
      expect(toHex((await agree('09', input)).returnValue)).toBe(output);
    }
  });

  it('agrees for any input, over several steps', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(209), fc.integer({ min: 0, max: 20_000 }), async (rest, rounds) => {
        rest[208] = (rest[208] ?? 0) & 1;
        await agree('09', concatBytes(bigintToBytes(BigInt(rounds), 4), rest));
      }),
      { numRuns: 40 },
    );
  });

  it('fails as geth does', async () => {
    const error = async (input: Bytes, gas = GAS) => (await agree('09', input, gas)).exceptionError?.error;
    expect(await error(new Uint8Array(212))).toBe('invalid input length');
    expect(await error(fromHex(`0000000c${abc}02`))).toBe('invalid final flag');
    expect(await error(fromHex(`0000000c${abc}01`), 11n)).toBe('out of gas');
  });
});

describe('modexp', () => {
  it('agrees for any lengths', async () => {
    const size = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(64, 128, 256));
    await fc.assert(
      fc.asyncProperty(
        size,
        size,
        size,
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        async (b, e, m, stream) => {
          const rest = Uint8Array.from({ length: b + e + m }, () => stream.next().value ?? 0);
          await agree('05', concatBytes(word(BigInt(b)), word(BigInt(e)), word(BigInt(m)), rest), 10_000_000n);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('agrees when data is missing, a part is empty, or too long', async () => {
    for (const [sizes, rest] of [
      [[1n, 1n, 1n], '0302'],
      [[0n, 1n, 1n], '0305'],
      [[0n, 0n, 1n], '07'],
      [[1n, 1n, 0n], '0302'],
      [[1n, 0n, 1n], '0301'],
      [[2n, 2n, 2n], ''],
      [[1025n, 1n, 1n], ''],
      [[2n ** 200n, 1n, 1n], '03'],
    ] as const)
      await agree('05', concatBytes(...sizes.map(word), fromHex(rest)));
    await agree('05', new Uint8Array());
    await agree('05', Uint8Array.of(1, 2, 3));
  });
});

describe('the pairing of alt_bn128', () => {
  const { G1, G2 } = bn254;
  const g1 = (k: bigint): Bytes => {
    const { x, y } = G1.Point.BASE.multiply(k).toAffine();
    return concatBytes(word(x), word(y));
  };
  const g2 = (k: bigint): Bytes => {
    const { x, y } = G2.Point.BASE.multiply(k).toAffine();
    return concatBytes(word(x.c1), word(x.c0), word(y.c1), word(y.c0));
  };
  const order = bn254.fields.Fr.ORDER;
  const scalar = fc.bigInt({ min: 1n, max: order - 1n });

  it('agrees for products that are one, and for those that are not', async () => {
    await fc.assert(
      fc.asyncProperty(scalar, scalar, async (a, b) => {
        const one = concatBytes(g1(a), g2(b), g1(order - ((a * b) % order)), g2(1n));
        expect((await agree('08', one)).returnValue[31]).toBe(1);
        await agree('08', concatBytes(g1(a), g2(b), g1(b), g2(b)));
      }),
      { numRuns: 3 },
    );
  });

  it('agrees about infinity, the empty product and invalid points', async () => {
    const zero = new Uint8Array(192);
    await agree('08', new Uint8Array());
    await agree('08', zero);
    await agree('08', concatBytes(g1(3n), new Uint8Array(128)));
    await agree('08', concatBytes(new Uint8Array(64), g2(3n)));
    const error = async (input: Bytes) => (await agree('08', input)).exceptionError?.error;
    expect(await error(new Uint8Array(191))).toBe('bad elliptic curve pairing size');
    expect(await error(concatBytes(word(1n), word(3n), g2(1n)))).toBe('point is not on curve');
    expect(await error(concatBytes(word(1n), word(3n), new Uint8Array(128)))).toBe('point is not on curve');
    expect(await error(concatBytes(word(2n ** 256n - 1n), word(2n), g2(1n)))).toBe('invalid fp.Element encoding');
    expect(await error(concatBytes(g1(1n), word(1n), word(2n), word(3n), word(4n)))).toBe('point is not on curve');
    // The library stops at these before it checks whether they are on the curve.
    expect(await error(concatBytes(word(1n), word(0n), g2(1n)))).toBe('point is not on curve');
    expect(await error(concatBytes(g1(1n), word(1n), word(2n), word(0n), word(0n)))).toBe('point is not on curve');
  });
});

describe('BLS12-381', () => {
  const { G1, G2 } = bls12_381;
  const element = (value: bigint): Bytes => bigintToBytes(value, 64);
  const g1 = (k: bigint): Bytes => {
    const { x, y } = G1.Point.BASE.multiply(k).toAffine();
    return concatBytes(element(x), element(y));
  };
  const g2 = (k: bigint): Bytes => {
    const { x, y } = G2.Point.BASE.multiply(k).toAffine();
    return concatBytes(element(x.c0), element(x.c1), element(y.c0), element(y.c1));
  };
  const order = bls12_381.fields.Fr.ORDER;
  const scalar = fc.bigInt({ min: 1n, max: order - 1n });
  const anyWord = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

  it('agrees about sums of multiples', async () => {
    await fc.assert(
      fc.asyncProperty(scalar, scalar, anyWord, anyWord, async (a, b, s, t) => {
        await agree('0c', concatBytes(g1(a), word(s), g1(b), word(t)));
        await agree('0e', concatBytes(g2(a), word(s), g2(b), word(t)));
      }),
      { numRuns: 4 },
    );
    await agree('0c', concatBytes(g1(5n), word(7n), g1(5n), word(order - 7n)));
    await agree('0c', concatBytes(new Uint8Array(128), word(7n), g1(5n), word(order)));
    await agree('0e', concatBytes(new Uint8Array(256), word(7n)));
  });

  it('agrees about pairings', async () => {
    const one = concatBytes(g1(6n), g2(7n), g1(order - 42n), g2(1n));
    expect((await agree('0f', one)).returnValue[31]).toBe(1);
    await agree('0f', concatBytes(g1(6n), g2(7n)));
    await agree('0f', concatBytes(new Uint8Array(128), g2(7n)));
    await agree('0f', new Uint8Array(384));
  });

  it('agrees about invalid input', async () => {
    const error = async (name: string, input: Bytes) => (await agree(name, input)).exceptionError?.error;
    expect(await error('0c', new Uint8Array())).toBe('invalid input length');
    expect(await error('0c', new Uint8Array(159))).toBe('invalid input length');
    expect(await error('0c', new Uint8Array(160).fill(1))).toBe('invalid field element top bytes');
    expect(await error('0c', concatBytes(element(1n), element(1n), word(1n)))).toBe('invalid point: not on curve');
    // The library stops at these before it checks whether they are on the curve.
    const [first, second] = [concatBytes(element(1n), element(0n)), concatBytes(element(1n), new Uint8Array(192))];
    expect(await error('0c', concatBytes(first, word(1n)))).toBe('invalid point: not on curve');
    expect(await error('0e', concatBytes(second, word(1n)))).toBe('invalid point: not on curve');
    expect(await error('0f', concatBytes(first, g2(1n)))).toBe('invalid point: not on curve');
    expect(await error('0f', concatBytes(g1(1n), second))).toBe('invalid point: not on curve');
    // The point is on the curve but outside the subgroup.
    const outside = concatBytes(element(0n), element(2n));
    expect(await error('0c', concatBytes(outside, word(1n)))).toBe('g1 point is not on correct subgroup');
    expect(await error('0f', concatBytes(element(2n ** 381n + 5n), element(1n), g2(1n)))).toBe(
      'invalid fp.Element encoding',
    );
  });
});
