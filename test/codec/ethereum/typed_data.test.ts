/** Compares the hash of typed data with viem's, and tests everything that is refused. */
import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { type TypedData, typedDataHash } from '../../../src/codec/ethereum/typed_data.js';
import { to0x } from '../../../src/kernel/hex.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const MAIL: TypedData = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'contents', type: 'bytes' },
      { name: 'attachment', type: 'Attachment' },
    ],
    Attachment: [
      { name: 'size', type: 'uint64' },
      { name: 'delta', type: 'int8' },
      { name: 'big', type: 'uint256' },
      { name: 'grid', type: 'uint8[2][]' },
      { name: 'sealed', type: 'bool' },
      { name: 'head', type: 'bytes4' },
    ],
    Unused: [{ name: 'x', type: 'Mail' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Post', version: '1', chainId: 31337, verifyingContract: BOB, salt: `0x${'5a'.repeat(32)}` },
  message: {
    from: { name: 'Ünï', wallets: [ALICE, BOB] },
    to: [
      { name: '', wallets: [] },
      { name: 'Bob', wallets: [BOB] },
    ],
    contents: '0x0102',
    attachment: {
      size: 7,
      delta: -128,
      big: (2n ** 256n - 1n).toString(),
      grid: [
        [1, 2],
        [3, 255],
      ],
      sealed: true,
      head: '0xdeadbeef',
    },
    ignored: 'the hash says nothing of it',
  },
};

const viems = (data: TypedData) => hashTypedData(data as unknown as Parameters<typeof hashTypedData>[0]);
const attached = (change: object): TypedData => ({
  ...MAIL,
  message: { ...MAIL.message, attachment: { ...(MAIL.message['attachment'] as object), ...change } },
});

describe('the hash of typed data', () => {
  it("equals viem's, whatever is nested", () => {
    expect(to0x(typedDataHash(MAIL))).toBe(viems(MAIL));
    for (const primaryType of ['Attachment', 'Person']) {
      const message = MAIL.message[primaryType === 'Person' ? 'from' : 'attachment'] as TypedData['message'];
      const data = { ...MAIL, primaryType, message };
      expect(to0x(typedDataHash(data))).toBe(viems(data));
    }
  });

  it('accepts an inferred domain, a declared one, and a domain alone', () => {
    for (const domain of [{}, { name: 'Post' }, { chainId: 31337, salt: `0x${'01'.repeat(32)}` }]) {
      const data = { ...MAIL, domain };
      expect(to0x(typedDataHash(data))).toBe(viems(data));
    }
    const types = { ...MAIL.types, EIP712Domain: [{ name: 'chainId', type: 'uint256' }] };
    const data = { ...MAIL, types, domain: { name: 'Post', chainId: 1 } };
    expect(to0x(typedDataHash(data))).toBe(viems(data));
    const alone = { ...MAIL, primaryType: 'EIP712Domain' };
    expect(to0x(typedDataHash(alone))).toBe(viems(alone));
  });

  it('reads integers as numbers, decimals and hex', () => {
    const hash = to0x(typedDataHash(attached({ size: 255, delta: '-0x1' })));
    for (const size of ['255', '0xff']) expect(to0x(typedDataHash(attached({ size, delta: -1 })))).toBe(hash);
  });
});

describe('typed data is refused', () => {
  it.each<[string, object]>([
    ['message.attachment.size is 9007199254740992, expected a uint64', { size: 2 ** 53 }],
    ['message.attachment.size is "18446744073709551616", expected a uint64', { size: (2n ** 64n).toString() }],
    ['message.attachment.size is -1, expected a uint64', { size: -1 }],
    ['message.attachment.size is 1.5, expected a uint64', { size: 1.5 }],
    ['message.attachment.size is "", expected a uint64', { size: '' }],
    ['message.attachment.delta is 128, expected a int8', { delta: 128 }],
    ['message.attachment.delta is -129, expected a int8', { delta: -129 }],
    ['message.attachment.sealed is 1, expected true or false', { sealed: 1 }],
    ['message.attachment.sealed is missing, expected true or false', { sealed: undefined }],
    ['message.attachment.head is "0x01", expected 4 bytes in 0x hex', { head: '0x01' }],
    ['message.attachment.head is "deadbeef", expected 4 bytes in 0x hex', { head: 'deadbeef' }],
    ['message.attachment.grid is null, expected an array', { grid: null }],
    ['message.attachment.grid[0] is [1], expected an array of 2', { grid: [[1]] }],
    ['message.attachment.grid[0][1] is 256, expected a uint8', { grid: [[1, 256]] }],
  ])('when %s', (message, change) => {
    expect(() => typedDataHash(attached(change))).toThrow(message);
  });

  it('when a type is invalid', () => {
    const typed = (type: string): TypedData => ({
      types: { A: [{ name: 'x', type }] },
      primaryType: 'A',
      domain: {},
      message: { x: 1 },
    });
    for (const type of ['uint', 'int']) expect(() => typedDataHash(typed(type))).not.toThrow();
    for (const type of ['uint7', 'uint264', 'int0', 'bytes0', 'bytes33', 'Missing', 'toString', ''])
      expect(() => typedDataHash(typed(type))).toThrow(
        `message.x has the type "${type}", which is neither a Solidity type nor in types`,
      );
    expect(() => typedDataHash({ ...typed('uint8'), primaryType: 'B' })).toThrow('types has no "B"');
    expect(() => typedDataHash({ ...typed('uint8'), primaryType: 'toString' })).toThrow('types has no "toString"');
  });

  it('when it is nested too deeply, or its types never end', () => {
    const deep = (levels: number): object => (levels === 0 ? { next: [] } : { next: [deep(levels - 1)] });
    const node = (levels: number): TypedData => ({
      types: { Node: [{ name: 'next', type: 'Node[]' }] },
      primaryType: 'Node',
      domain: {},
      message: deep(levels) as TypedData['message'],
    });
    expect(to0x(typedDataHash(node(20)))).toBe(viems(node(20)));
    expect(() => typedDataHash(node(5000))).toThrow(/nests more than 64 levels/);
    // A chain of structs, each one level deeper: the last one is at level `last`.
    const chain = (last: number): TypedData => ({
      types: Object.fromEntries(
        Array.from({ length: last + 1 }, (_, i) => [`T${i}`, i === last ? [] : [{ name: 'x', type: `T${i + 1}` }]]),
      ),
      primaryType: 'T0',
      domain: {},
      message: Array.from({ length: last }).reduce<TypedData['message']>((inner) => ({ x: inner }), {}),
    });
    expect(to0x(typedDataHash(chain(64)))).toBe(viems(chain(64)));
    expect(() => typedDataHash(chain(65))).toThrow(/nests more than 64 levels/);
    const unused = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`U${i}`, []]));
    expect(() => typedDataHash({ ...node(0), types: { ...node(0).types, ...unused(255) } })).not.toThrow();
    expect(() => typedDataHash({ ...node(0), types: { ...node(0).types, ...unused(256) } })).toThrow('more than 256');
    const types = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`T${i}`, []]));
    expect(() => typedDataHash({ ...node(0), types })).toThrow('types has more than 256 entries');
  });
});
