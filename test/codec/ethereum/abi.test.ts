/** Tests the ABI codec with the example of Solidity's documentation, viem as the reference, and data that do not fit. */
import fc from 'fast-check';
import { encodeAbiParameters, encodeEventTopics, toEventSelector, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../../../src/codec/codec_error.js';
import {
  type AbiParameter,
  abiSignature,
  decodeAbi,
  decodeAbiLog,
  encodeAbi,
  signatureHash,
} from '../../../src/codec/ethereum/abi.js';
import { fromHex, to0x, toHex } from '../../../src/kernel/hex.js';

/** Type with a value of it, both as viem takes them. */
type Typed = readonly [parameter: AbiParameter, value: unknown];

const hexOf = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((drawn) => to0x(drawn));

const leaf: fc.Arbitrary<Typed> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 32 }), fc.boolean(), fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }))
    .map(([size, signed, drawn]): Typed => {
      const [bits, type] = [8 * size, `${signed ? '' : 'u'}int${8 * size}`];
      return [{ type }, signed ? BigInt.asIntN(bits, drawn) : BigInt.asUintN(bits, drawn)];
    }),
  fc.integer({ min: 1, max: 32 }).chain((size) => hexOf(size).map((value): Typed => [{ type: `bytes${size}` }, value])),
  hexOf(20).map((value): Typed => [{ type: 'address' }, value]),
  fc.boolean().map((value): Typed => [{ type: 'bool' }, value]),
  fc.string({ maxLength: 70, unit: 'grapheme' }).map((value): Typed => [{ type: 'string' }, value]),
  fc.uint8Array({ maxLength: 70 }).map((value): Typed => [{ type: 'bytes' }, to0x(value)]),
);

const { typed } = fc.letrec<{ typed: Typed; array: Typed; tuple: Typed }>((tie) => ({
  typed: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('array'), tie('tuple')),
  // Items are equal here; the examples have others.
  array: fc
    .tuple(tie('typed'), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([[item, value], length, isFixed]) => [
      { ...item, type: `${item.type}[${isFixed && length > 0 ? length : ''}]` },
      new Array(length).fill(value),
    ]),
  tuple: fc
    .array(tie('typed'), { minLength: 1, maxLength: 4 })
    .map((members) => [{ type: 'tuple', components: members.map(([one]) => one) }, members.map(([, value]) => value)]),
}));

const DOCUMENTED = [{ type: 'uint256' }, { type: 'uint32[]' }, { type: 'bytes10' }, { type: 'bytes' }];
const VALUES = [0x123n, [0x456n, 0x789n], '0x31323334353637383930', '0x48656c6c6f2c20776f726c6421'];

describe('the example of the documentation', () => {
  it('has its selector, its words and its values', () => {
    expect(abiSignature('f', DOCUMENTED)).toBe('f(uint256,uint32[],bytes10,bytes)');
    expect(signatureHash('f', DOCUMENTED).slice(0, 10)).toBe('0x8be65246');
    const word = (number: string) => number.padStart(64, '0');
    expect(toHex(encodeAbi(DOCUMENTED, VALUES)).match(/.{64}/g)).toEqual([
      ...[word('123'), word('80'), '31323334353637383930'.padEnd(64, '0'), word('e0'), word('2'), word('456')],
      ...[word('789'), word('d'), '48656c6c6f2c20776f726c6421'.padEnd(64, '0')],
    ]);
    expect(decodeAbi(DOCUMENTED, encodeAbi(DOCUMENTED, VALUES))).toEqual(VALUES);
  });
});

describe('random values', () => {
  it('are encoded as viem does, and decoded again', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), (list) => {
        const [types, values] = [list.map(([type]) => type), list.map(([, value]) => value)];
        const encoded = encodeAbi(types, values);
        expect(to0x(encoded)).toBe(encodeAbiParameters(types as never, values as never));
        expect(toHex(encodeAbi(types, decodeAbi(types, encoded)))).toBe(toHex(encoded));
      }),
      { numRuns: 300 },
    );
  });

  it('of any bytes end, and cost no more than the data', () => {
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 3 }), fc.uint8Array({ maxLength: 300 }), (list, data) => {
        const word = (value: number) => Array.from({ length: 32 }, (_, i) => (i === 31 ? value : 0));
        const crooked = Uint8Array.from([...word((data[0] ?? 0) & 0xe0), ...word(data.length & 7), ...data]);
        try {
          decodeAbi(
            list.map(([type]) => type),
            crooked,
          );
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      }),
    );
  });
});

describe('names', () => {
  const order = [
    { name: 'buyer', type: 'address' },
    { name: 'lines', type: 'tuple[2]', components: [{ name: 'amount', type: 'uint8' }, { type: 'string' }] },
  ];
  const inputs = [{ name: 'order', type: 'tuple', components: order }];

  it('are those of members, where all have one', () => {
    const buyer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const data = encodeAbi(inputs, [
      [
        buyer,
        [
          [7n, 'a'],
          [8n, 'b'],
        ],
      ],
    ]);
    expect(decodeAbi(inputs, data)).toEqual([
      {
        buyer,
        lines: [
          [7n, 'a'],
          [8n, 'b'],
        ],
      },
    ]);
  });

  it('are not in signatures', () => {
    expect(abiSignature('buy', inputs)).toBe('buy((address,(uint8,string)[2]))');
    const item = { type: 'function', name: 'buy', inputs, outputs: [], stateMutability: 'view' } as const;
    expect(signatureHash('buy', inputs).slice(0, 10)).toBe(toFunctionSelector(item));
    expect(signatureHash('buy', inputs)).toBe(toEventSelector({ ...item, type: 'event' } as never));
  });
});

describe('logs', () => {
  const inputs = [
    { name: 'from', type: 'address', indexed: true },
    { name: 'note', type: 'string' },
    { name: 'title', type: 'string', indexed: true },
    { name: 'amount', type: 'int16', indexed: true },
  ];
  const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const topics = encodeEventTopics({
    abi: [{ type: 'event', name: 'Paid', inputs }],
    args: { from, title: 'x', amount: -5 },
  } as never).map((topic) => fromHex(String(topic)));
  const data = encodeAbi([{ type: 'string' }], ['for tea']);

  it('have values of topics and data in the order of the parameters', () => {
    const [signature, ...indexed] = topics;
    expect(to0x(signature ?? data)).toBe(signatureHash('Paid', inputs));
    expect(decodeAbiLog(inputs, indexed, data)).toEqual([from, 'for tea', to0x(indexed[1] ?? data), -5n]);
  });

  it('with fewer or more topics do not fit', () => {
    expect(() => decodeAbiLog(inputs, topics.slice(2), data)).toThrow('2 topics follow the first one');
    expect(() => decodeAbiLog(inputs, topics, data)).toThrow(CodecError);
  });
});

describe('data that do not fit', () => {
  it.each([
    ['a bool of 2', 'bool', '02'.padStart(64, '0')],
    ['a number with too many bits', 'uint8', '0100'.padStart(64, '0')],
    ['a negative number without its sign', 'int8', 'ff'.padStart(64, '0')],
    ['an address of 21 bytes', 'address', '01'.repeat(21).padStart(64, '0')],
    ['bytes beyond their size', 'bytes2', '010203'.padEnd(64, '0')],
    ['a word that is cut off', 'uint256', '00'.repeat(31)],
    ['a pointer behind the end', 'string', `${'ff'.repeat(32)}${'00'.repeat(32)}`],
    ['a length beyond the data', 'bytes', `${'20'.padStart(64, '0')}${'ff'.padStart(64, '0')}`],
    ['more items than data', 'uint8[]', `${'20'.padStart(64, '0')}${'ff'.repeat(32)}`],
    ['items that need no data', 'uint8[0][]', `${'20'.padStart(64, '0')}${'ffffff'.padStart(64, '0')}`],
    ['a fixed number of items that need none', 'uint8[0][99999999]', '00'.repeat(32)],
  ])('%s', (_, type, data) => {
    expect(() => decodeAbi([{ type }], fromHex(data))).toThrow(CodecError);
  });

  it('may share parts, but not without end', () => {
    // Each word is a pointer to a list of 32 such pointers.
    const words = (count: number) => fromHex('20'.padStart(64, '0').repeat(count));
    expect(() => decodeAbi([{ type: `uint8${'[]'.repeat(20)}` }], words(200))).toThrow('more bytes than the data have');
    expect(decodeAbi([{ type: 'uint8[][]' }], words(100))).toEqual([new Array(32).fill(new Array(32).fill(32n))]);
  });
});

it.each([
  'uint7',
  'uint264',
  'int0',
  'uint08',
  'bytes33',
  'bytes0',
  'fixed',
  'uint8[-1]',
  'uint8]',
  '',
  `uint8${'[]'.repeat(60)}`,
])('has no type %j', (type) => {
  expect(() => abiSignature('f', [{ type }])).toThrow(`"${type}" is no type of Solidity`);
});

it('quotes a value that does not fit its type', () => {
  const encode = (type: string, value: unknown) => () => encodeAbi([{ type }], [value]);
  expect(encode('uint8', 256n)).toThrow('256 does not fit into uint8');
  expect(encode('int8', -129n)).toThrow('-129 does not fit into int8');
  expect(encode('uint256', -1n)).toThrow('-1 does not fit into uint256');
  expect(encode('bytes2', '0x010203')).toThrow('"0x010203" is no bytes2: expected 2 bytes');
  expect(encode('address', '0x01')).toThrow('"0x01" is no address: expected 20 bytes');
  expect(encode('uint8[3]', [1n])).toThrow('expected 3 items, not 1');
  expect(() => encodeAbi([{ type: 'uint8' }], [])).toThrow('expected 1 values, not 0');
});
