/** Tests every member of a call object and of overrides, and numbers and blocks at the ends of their range. */
import { describe, expect, it } from 'vitest';
import { to0x } from '../../../src/kernel/hex.js';
import { decodeBlockNumber, decodeBlockNumberOrHash, decodeTagOrQuantity } from '../../../src/rpc/evm/params/block.js';
import { decodeCallObject, decodeTransactionObject } from '../../../src/rpc/evm/params/call_object.js';
import { decodeBig, decodeUint64 } from '../../../src/rpc/evm/params/numbers.js';
import { decodeBlockOverrides, decodeStateOverrides } from '../../../src/rpc/evm/params/overrides.js';
import { complaint } from './complaint.js';

const address = (byte: number) => new Uint8Array(20).fill(byte);
const word = (byte: number) => new Uint8Array(32).fill(byte);
const A = to0x(address(0xa1));
const W = to0x(word(0xb1));

describe('a call object', () => {
  it('puts every member in its own place', () => {
    const authorization = { chainId: '0x1', address: A, nonce: '0x2', yParity: '0x1', r: '0x3', s: '0x4' };
    const call = {
      from: to0x(address(1)),
      to: to0x(address(2)),
      gas: '0x3',
      maxFeePerGas: '0x5',
      maxPriorityFeePerGas: '0x4',
      value: '0x6',
      nonce: '0x7',
      data: '0x08',
      chainId: '0x9',
      accessList: [{ address: A, storageKeys: [W] }, { address: to0x(address(3)) }],
      authorizationList: [authorization],
    };
    expect(decodeCallObject(call)).toEqual({
      from: address(1),
      to: address(2),
      gas: 3n,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 4n,
      value: 6n,
      nonce: 7n,
      input: Uint8Array.of(8),
      chainId: 9n,
      accessList: [
        { address: address(0xa1), storageKeys: [word(0xb1)] },
        { address: address(3), storageKeys: [] },
      ],
      authorizationList: [{ chainId: 1n, address: address(0xa1), nonce: 2n, yParity: 1, r: 3n, s: 4n }],
    });
    expect(decodeCallObject({ gasPrice: '0xa', to: null, blobs: [] })).toEqual({ gasPrice: 10n });
    expect(decodeCallObject({ maxFeePerGas: '0x4', maxPriorityFeePerGas: '0x4' })).toEqual({
      maxFeePerGas: 4n,
      maxPriorityFeePerGas: 4n,
    });
  });

  it.each([
    ['from', 5, 'non-string', 'common.Address'],
    ['to', 5, 'non-string', 'common.Address'],
    ['gas', 5, 'non-string', 'hexutil.Uint64'],
    ['gasPrice', '', 'empty hex string', '*hexutil.Big'],
    ['maxFeePerGas', '0xg', 'invalid hex string', '*hexutil.Big'],
    ['maxPriorityFeePerGas', '0x', 'hex string "0x"', '*hexutil.Big'],
    ['value', '5', 'hex string without 0x prefix', '*hexutil.Big'],
    ['nonce', '0x00', 'hex number with leading zero digits', 'hexutil.Uint64'],
    ['input', '00', 'hex string without 0x prefix', 'hexutil.Bytes'],
    ['data', '0x0g', 'invalid hex string', 'hexutil.Bytes'],
    ['chainId', true, 'non-string', '*hexutil.Big'],
    ['accessList', 'x', 'string', 'types.AccessList'],
    ['authorizationList', 1, 'number', '[]types.SetCodeAuthorization'],
  ])('is refused with the name of its invalid member: %s is %j', (key, value, what, type) => {
    expect(complaint(() => decodeCallObject({ [key]: value }))).toBe(
      `json: cannot unmarshal ${what} into Go struct field TransactionArgs.${key} of type ${type}`,
    );
  });

  it.each([
    [[5], 'number', '', 'types.AccessTuple'],
    [[{ address: 5 }], 'non-string', '.address', 'common.Address'],
    [[{ address: A, storageKeys: 5 }], 'number', '.storageKeys', '[]common.Hash'],
    [[{ address: A, storageKeys: [5] }], 'non-string', '.storageKeys', 'common.Hash'],
  ])('is refused with the position of the error in the access list %j', (accessList, what, where, type) => {
    expect(complaint(() => decodeCallObject({ accessList }))).toBe(
      `json: cannot unmarshal ${what} into Go struct field TransactionArgs.accessList${where} of type ${type}`,
    );
  });

  it.each([
    ['chainId', '*hexutil.Big'],
    ['address', 'common.Address'],
    ['nonce', 'hexutil.Uint64'],
    ['yParity', 'hexutil.Uint64'],
    ['r', '*hexutil.Big'],
    ['s', '*hexutil.Big'],
  ])('is refused when %s of an authorization is invalid', (key, type) => {
    const sound = { chainId: '0x1', address: A, nonce: '0x2', yParity: '0x1', r: '0x3', s: '0x4' };
    expect(complaint(() => decodeCallObject({ authorizationList: [{ ...sound, [key]: 5 }] }))).toBe(
      `json: cannot unmarshal non-string into Go struct field TransactionArgs.authorizationList.${key} of type ${type}`,
    );
    expect(complaint(() => decodeCallObject({ authorizationList: [null] }))).toContain(
      'null into Go struct field TransactionArgs.authorizationList of type types.SetCodeAuthorization',
    );
  });

  it('cannot have a gas price and another fee', () => {
    const text = 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified';
    expect(complaint(() => decodeCallObject({ gasPrice: '0x1', maxPriorityFeePerGas: '0x1' }))).toBe(text);
  });
});

describe('a transaction to sign', () => {
  it('may have its data twice when both are equal', () => {
    expect(decodeTransactionObject({ input: '0x01', data: '0x01' })).toEqual({ input: Uint8Array.of(1) });
    expect(decodeTransactionObject({ data: '0x01' })).toEqual({ input: Uint8Array.of(1) });
    expect(complaint(() => decodeTransactionObject({ input: '0x01', data: '0x' }))).toContain('are set and not equal');
    expect(complaint(() => decodeTransactionObject({ data: 5 }))).toContain('TransactionArgs.data of type');
    expect(complaint(() => decodeTransactionObject([]))).toBe(
      'json: cannot unmarshal array into Go value of type ethapi.TransactionArgs',
    );
  });

  it.each([{ type: '0x3' }, { blobVersionedHashes: [W] }, { blobs: [] }])('may not have blobs: %o', (blobs) => {
    expect(complaint(() => decodeTransactionObject({ to: A, ...blobs }))).toContain('no blob transactions');
    expect(decodeCallObject({ to: A, ...blobs })).toEqual({ to: address(0xa1) });
    expect(decodeTransactionObject({ to: A, type: '0x2', blobs: null })).toEqual({ to: address(0xa1) });
  });
});

describe('overrides', () => {
  it('of an account put every member in its own place', () => {
    expect(decodeStateOverrides({ [A]: { nonce: '0x1', code: '0x02', balance: '0x3', state: { [W]: W } } })).toEqual(
      new Map([[A, { nonce: 1n, code: Uint8Array.of(2), balance: 3n, state: new Map([[W, word(0xb1)]]) }]]),
    );
  });

  it.each([
    ['nonce', 5, 'non-string', 'hexutil.Uint64'],
    ['code', 5, 'non-string', 'hexutil.Bytes'],
    ['balance', 5, 'non-string', '*hexutil.Big'],
    ['state', 5, 'number', 'map[common.Hash]common.Hash'],
    ['stateDiff', [], 'array', 'map[common.Hash]common.Hash'],
    ['state', { [W]: 5 }, 'non-string', 'common.Hash'],
  ])('of an account are refused with the name of their invalid member: %s is %j', (key, value, what, type) => {
    expect(complaint(() => decodeStateOverrides({ [A]: { [key]: value } }))).toBe(
      `json: cannot unmarshal ${what} into Go struct field OverrideAccount.${key} of type ${type}`,
    );
  });

  it('of a block put every member in its own place', () => {
    const block = { number: '0x1', time: '0x2', gasLimit: '0x3', feeRecipient: A, prevRandao: W, baseFeePerGas: '0x4' };
    expect(decodeBlockOverrides(block)).toEqual({
      number: 1n,
      time: 2n,
      gasLimit: 3n,
      feeRecipient: address(0xa1),
      prevRandao: word(0xb1),
      baseFeePerGas: 4n,
    });
  });

  it.each([
    ['number', '*hexutil.Big'],
    ['time', 'hexutil.Uint64'],
    ['gasLimit', 'hexutil.Uint64'],
    ['feeRecipient', 'common.Address'],
    ['prevRandao', 'common.Hash'],
    ['baseFeePerGas', '*hexutil.Big'],
  ])('of a block are refused with the name of their invalid member: %s', (key, type) => {
    expect(complaint(() => decodeBlockOverrides({ [key]: 5 }))).toBe(
      `json: cannot unmarshal non-string into Go struct field BlockOverrides.${key} of type ${type}`,
    );
  });

  it('must be objects', () => {
    expect(complaint(() => decodeStateOverrides(5))).toBe(
      'json: cannot unmarshal number into Go value of type override.StateOverride',
    );
    expect(complaint(() => decodeStateOverrides({ [A]: 'x' }))).toBe(
      'json: cannot unmarshal string into Go value of type override.OverrideAccount',
    );
    expect(complaint(() => decodeBlockOverrides(true))).toBe(
      'json: cannot unmarshal bool into Go value of type override.BlockOverrides',
    );
  });
});

describe('numbers', () => {
  it('reach from zero to the end of their range, in either case', () => {
    expect(['0x0', '0X1', '0xfF', `0x${'f'.repeat(16)}`].map((text) => decodeUint64(text))).toEqual([
      0n,
      1n,
      255n,
      2n ** 64n - 1n,
    ]);
    expect(decodeBig(`0x${'f'.repeat(64)}`)).toBe(2n ** 256n - 1n);
    expect(complaint(() => decodeUint64(`0x1${'0'.repeat(16)}`))).toContain('hex number > 64 bits');
    expect(complaint(() => decodeBig(`0x1${'0'.repeat(64)}`))).toContain('hex number > 256 bits');
    expect(complaint(() => decodeBig('0x1 '))).toContain('invalid hex string');
    expect(complaint(() => decodeBig('1x10'))).toContain('hex string without 0x prefix');
  });

  it('of blocks end at 2^63 - 1', () => {
    expect(decodeBlockNumber('0x7fffffffffffffff')).toEqual({ type: 'number', number: 2n ** 63n - 1n });
    expect(complaint(() => decodeBlockNumber('0x8000000000000000'))).toBe('block number larger than int64');
    expect(complaint(() => decodeBlockNumber('9223372036854775808'))).toBe('block number larger than int64');
  });

  it('of blocks may be a number or digits where nodes accept them', () => {
    for (const five of ['0x5', '5', 5]) expect(decodeBlockNumber(five)).toEqual({ type: 'number', number: 5n });
    for (const none of [null, true, -1, 1.5, '-1', 'latests', 'LATEST', {}, []])
      expect(complaint(() => decodeBlockNumber(none))).toBe('hex string without 0x prefix');
    for (const none of ['5', 5, null])
      expect(complaint(() => decodeTagOrQuantity(none))).toBe('hex string without 0x prefix');
  });
});

describe('a block', () => {
  it('is identified by its number, its tag, its hash, or one of them in an object', () => {
    expect(decodeBlockNumberOrHash(W)).toEqual({ type: 'hash', hash: word(0xb1) });
    expect(decodeBlockNumberOrHash({ blockHash: W })).toEqual({ type: 'hash', hash: word(0xb1) });
    expect(decodeBlockNumberOrHash({ blockNumber: 'pending', blockHash: null })).toEqual({ type: 'pending' });
    for (const type of ['earliest', 'latest', 'safe', 'finalized'])
      expect(decodeBlockNumberOrHash(type)).toEqual({ type });
    for (const nothing of [null, {}])
      expect(() => decodeBlockNumberOrHash(nothing)).toThrow('types BlockHash and BlockNumber cannot be both nil');
    for (const [value, kind] of [
      [true, 'bool'],
      [5, 'number'],
      [['latest'], 'array'],
    ])
      expect(complaint(() => decodeBlockNumberOrHash(value))).toBe(
        `json: cannot unmarshal ${kind} into Go value of type string`,
      );
    expect(complaint(() => decodeBlockNumberOrHash({ blockHash: '0x12' }))).toBe(
      'hex string has length 2, want 64 for common.Hash',
    );
  });
});
