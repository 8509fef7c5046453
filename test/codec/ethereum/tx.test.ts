import { SigningKey, Transaction } from 'ethers';
import fc from 'fast-check';
import { hexToBytes, keccak256, serializeTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../../../src/codec/codec_error.js';
import { encodeRlp, type RlpItem, rlpUint } from '../../../src/codec/ethereum/rlp.js';
import {
  authorizationHash,
  createAddress,
  decodeEthereumTx,
  encodeEthereumTx,
  ethereumTxHash,
  recoveryBit,
  signingHash,
} from '../../../src/codec/ethereum/tx.js';
import { concatBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const account = privateKeyToAccount(KEY);
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => to0x(bytes));
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => to0x(bytes));
const common = fc.record({
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  gas: fc.bigInt(0n, 2n ** 63n),
  to: fc.option(address, { nil: undefined }),
  value: fc.bigInt(0n, 2n ** 256n - 1n),
  data: fc.uint8Array({ maxLength: 90 }).map((bytes) => to0x(bytes)),
});
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(word, { maxLength: 3 }) }), { maxLength: 3 });
const price = fc.bigInt(0n, 2n ** 64n);
const chainId = fc.integer({ min: 1, max: 2 ** 31 });
const fees = fc.tuple(price, price).map(([tip, more]) => ({ maxPriorityFeePerGas: tip, maxFeePerGas: tip + more }));

const anyTx: fc.Arbitrary<TransactionSerializable> = fc.oneof(
  fc
    .tuple(common, price, fc.option(chainId, { nil: undefined }))
    .map(([tx, gasPrice, id]) => ({ ...tx, type: 'legacy' as const, gasPrice, ...(id && { chainId: id }) })),
  fc
    .tuple(common, price, chainId, accessList)
    .map(([tx, gasPrice, id, list]) => ({ ...tx, type: 'eip2930' as const, gasPrice, chainId: id, accessList: list })),
  fc
    .tuple(common, fees, chainId, accessList)
    .map(([tx, fee, id, list]) => ({ ...tx, ...fee, type: 'eip1559' as const, chainId: id, accessList: list })),
) as fc.Arbitrary<TransactionSerializable>;

async function signed(tx: TransactionSerializable): Promise<Uint8Array> {
  return hexToBytes(await account.signTransaction(tx));
}

const refusal = (raw: Uint8Array): string => {
  try {
    decodeEthereumTx(raw);
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
  return 'accepted';
};

const LEGACY: RlpItem[] = [
  rlpUint(1n),
  rlpUint(2n),
  rlpUint(21000n),
  fromHex(TO),
  EMPTY_BYTES,
  EMPTY_BYTES,
  rlpUint(27n),
  rlpUint(1n),
  rlpUint(1n),
];
const legacyWith = (index: number, item: RlpItem): Uint8Array =>
  encodeRlp(LEGACY.map((old, i) => (i === index ? item : old)));

describe('transactions signed by viem', () => {
  it('decode, encode to the same bytes, and hash as in viem', async () => {
    await fc.assert(
      fc.asyncProperty(anyTx, async (tx) => {
        const raw = await signed(tx);
        const decoded = decodeEthereumTx(raw);
        expect(encodeEthereumTx(decoded)).toEqual(raw);
        expect(to0x(ethereumTxHash(raw))).toBe(keccak256(raw));
        expect(to0x(signingHash(decoded))).toBe(keccak256(serializeTransaction(tx)));
        expect(decoded).toMatchObject({ nonce: BigInt(tx.nonce ?? 0), gas: tx.gas, value: tx.value });
        expect(decoded.to && to0x(decoded.to)).toBe(tx.to ?? undefined);
        expect(recoveryBit(decoded)).toBeTypeOf('number');
      }),
      { numRuns: 60 },
    );
  });

  it('decode with their authorizations', async () => {
    const authorization = await account.signAuthorization({ address: TO, chainId: 31337, nonce: 7 });
    const raw = await signed({
      type: 'eip7702',
      chainId: 31337,
      to: TO,
      gas: 100_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
      authorizationList: [authorization],
    });
    const decoded = decodeEthereumTx(raw);
    const [entry] = decoded.authorizationList ?? [];
    expect(entry).toMatchObject({
      chainId: 31337n,
      nonce: 7n,
      yParity: authorization.yParity,
      r: BigInt(authorization.r),
    });
    expect(encodeEthereumTx(decoded)).toEqual(raw);
    if (entry === undefined) throw new Error('no authorization');
    const digest = to0x(authorizationHash(entry));
    const { r, s } = authorization;
    expect(SigningKey.recoverPublicKey(digest, { r, s, yParity: entry.yParity as 0 | 1 })).toBe(
      new SigningKey(KEY).publicKey,
    );
  });
});

describe('transactions of ethers', () => {
  it('agree on hash and signing hash for a legacy transaction', () => {
    const tx = Transaction.from({
      type: 0,
      nonce: 3,
      gasPrice: 5n,
      gasLimit: 21000n,
      to: TO,
      value: 9n,
      chainId: 31337n,
    });
    tx.signature = new SigningKey(KEY).sign(tx.unsignedHash);
    const decoded = decodeEthereumTx(fromHex(tx.serialized));
    expect(decoded).toMatchObject({ type: 0, chainId: 31337n, gasPrice: 5n, value: 9n });
    expect(to0x(signingHash(decoded))).toBe(tx.unsignedHash);
    expect(to0x(ethereumTxHash(fromHex(tx.serialized)))).toBe(tx.hash);
  });
});

describe("refusals with geth's messages", () => {
  const cases: [string, Uint8Array, string][] = [
    ['nothing', EMPTY_BYTES, 'typed transaction too short'],
    ['a lone type byte', Uint8Array.of(2), 'typed transaction too short'],
    ['an unknown type', Uint8Array.of(5, 0xc0), 'transaction type not supported'],
    ['a blob transaction', Uint8Array.of(3, 0xc0), 'transaction type not supported'],
    ['a string', Uint8Array.of(0x80), 'rlp: expected input list for types.LegacyTx'],
    ['a cut list', Uint8Array.of(0xc8, 1), 'rlp: value size exceeds available input length'],
    ['too few fields', encodeRlp(LEGACY.slice(0, 5)), 'rlp: too few elements for types.LegacyTx'],
    [
      'too many fields',
      encodeRlp([...LEGACY, EMPTY_BYTES]),
      'rlp: input list has too many elements for types.LegacyTx',
    ],
    ['a second value', concatBytes(encodeRlp(LEGACY), Uint8Array.of(1)), 'rlp: input contains more than one value'],
    [
      'a nonce above 64 bits',
      legacyWith(0, new Uint8Array(9).fill(1)),
      'rlp: input string too long for uint64, decoding into (types.LegacyTx).Nonce',
    ],
    [
      'a leading zero',
      legacyWith(4, Uint8Array.of(0, 1)),
      'rlp: non-canonical integer (leading zero bytes) for *big.Int, decoding into (types.LegacyTx).Value',
    ],
    [
      'a short address',
      legacyWith(3, new Uint8Array(19)),
      'rlp: input string too short for common.Address, decoding into (types.LegacyTx).To',
    ],
    [
      'a list for a number',
      legacyWith(2, []),
      'rlp: expected input string or byte for uint64, decoding into (types.LegacyTx).Gas',
    ],
    [
      'a storage key of 31 bytes',
      typed([[[fromHex(TO), [new Uint8Array(31)]]]]),
      'rlp: input string too short for common.Hash, decoding into (types.AccessListTx).AccessList[0].StorageKeys[0]',
    ],
    [
      'a type 4 transaction without receiver',
      concatBytes(Uint8Array.of(4), encodeRlp(Array.from({ length: 13 }, () => EMPTY_BYTES))),
      'rlp: input string too short for common.Address, decoding into (types.SetCodeTx).To',
    ],
  ];

  function typed(list: RlpItem): Uint8Array {
    const [accesses] = list as RlpItem[];
    const head = [1n, 2n, 3n, 4n].map(rlpUint);
    const fields = [
      ...head,
      EMPTY_BYTES,
      EMPTY_BYTES,
      EMPTY_BYTES,
      accesses ?? [],
      EMPTY_BYTES,
      EMPTY_BYTES,
      EMPTY_BYTES,
    ];
    return concatBytes(Uint8Array.of(1), encodeRlp(fields));
  }

  it.each(cases)('names %s', (_, raw, text) => expect(refusal(raw)).toBe(text));

  it('are always a CodecError, whatever the bytes', async () => {
    const raw = await signed({ type: 'eip1559', chainId: 1, gas: 1n, maxFeePerGas: 1n, to: TO, data: '0x1234' });
    fc.assert(
      fc.property(fc.nat(raw.length - 1), fc.nat(255), fc.nat(raw.length), (at, byte, length) => {
        const changed = raw.slice();
        changed[at] = byte;
        for (const bytes of [changed, raw.slice(0, length)])
          if (refusal(bytes) === 'accepted') expect(encodeEthereumTx(decodeEthereumTx(bytes))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });
});

describe('v of a legacy transaction', () => {
  it('includes the chain id and the recovery bit', () => {
    const withV = (v: bigint) => decodeEthereumTx(legacyWith(6, rlpUint(v)));
    const read = (v: bigint) => [withV(v).chainId, recoveryBit(withV(v))];
    expect([27n, 28n, 35n, 36n, 62709n, 62710n].map(read)).toEqual([
      [undefined, 0],
      [undefined, 1],
      [0n, 0],
      [0n, 1],
      [31337n, 0],
      [31337n, 1],
    ]);
    expect([0n, 1n, 29n, 34n].map(read)).toEqual(Array.from({ length: 4 }, () => [undefined, undefined]));
  });
});

it('derives the address of a created contract', () => {
  const from = fromHex('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
  expect(to0x(createAddress(from, 0n))).toBe('0x5fbdb2315678afecb367f032d93f642f64180aa3');
  expect(to0x(createAddress(from, 1n))).toBe('0xe7f1725e7734ce288f8367e1bb143e90bb3f0512');
});
