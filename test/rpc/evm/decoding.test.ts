/** Tests data, counts and filters in every valid spelling, and the errors of invalid ones. */
import { describe, expect, it } from 'vitest';
import { to0x } from '../../../src/kernel/hex.js';
import { blockCount, rewardPercentiles } from '../../../src/rpc/evm/methods/eth_feeHistory.js';
import { storageKeys } from '../../../src/rpc/evm/methods/eth_getProof.js';
import { decodeAddress, decodeData, decodeStorageKey } from '../../../src/rpc/evm/params/data.js';
import { decodeLogFilter } from '../../../src/rpc/evm/params/log_filter.js';
import { complaint } from './complaint.js';

const address = (byte: number) => new Uint8Array(20).fill(byte);
const word = (byte: number) => new Uint8Array(32).fill(byte);
const A = to0x(address(0xa1));
const W = to0x(word(0xb1));

describe('data', () => {
  it('are bytes after 0x in either case, or empty', () => {
    expect(['', '0x', '0X0a', '0x0A0b'].map((text) => decodeData(text))).toEqual([
      new Uint8Array(0),
      new Uint8Array(0),
      Uint8Array.of(10),
      Uint8Array.of(10, 11),
    ]);
    expect(complaint(() => decodeAddress(''))).toBe('hex string has length 0, want 40 for common.Address');
    expect(complaint(() => decodeData('0a0X'))).toContain('hex string without 0x prefix');
  });

  it('that name a slot may omit the prefix and leading zeros', () => {
    const slot = new Uint8Array(32);
    slot[31] = 0x1f;
    for (const text of ['0x1f', '0X1f', '1f', '0x01f', '1F']) expect(decodeStorageKey(text)).toEqual(slot);
    expect(decodeStorageKey(W)).toEqual(word(0xb1));
    expect(complaint(() => decodeStorageKey(5))).toBe('json: cannot unmarshal number into Go value of type string');
    expect(complaint(() => decodeStorageKey('1x1f'))).toContain('invalid hex in storage key: "1x1f"');
    expect(complaint(() => storageKeys.decode('0x0'))).toBe(
      'json: cannot unmarshal string into Go value of type []string',
    );
    expect(complaint(() => storageKeys.decode([5]))).toBe('json: cannot unmarshal number into Go value of type string');
  });
});

describe('a count of blocks', () => {
  it('is a quantity, decimal text or a number, up to 64 bits', () => {
    const most = 2n ** 64n - 1n;
    expect(['0x0', '0X1F', '31', 31, '18446744073709551615', `0x${'f'.repeat(16)}`].map(blockCount.decode)).toEqual([
      0n,
      31n,
      31n,
      31n,
      most,
      most,
    ]);
    expect(blockCount.decode('')).toBe(0n);
    for (const text of [' 1', '1 ', '0x', '0x1g', '-1', '18446744073709551616', '0x10000000000000000'])
      expect(complaint(() => blockCount.decode(text))).toBe(`invalid hex or decimal integer ${JSON.stringify(text)}`);
    expect(complaint(() => blockCount.decode(1.5))).toBe('invalid hex or decimal integer "1.5"');
    expect(complaint(() => blockCount.decode(true))).toBe('invalid hex or decimal integer "true"');
    expect(complaint(() => blockCount.decode(null))).toBe('invalid hex or decimal integer "null"');
    expect(complaint(() => rewardPercentiles.decode('5'))).toBe(
      'json: cannot unmarshal string into Go value of type []float64',
    );
  });
});

describe('a log filter', () => {
  it('accepts addresses and topics in either case, one or many, and null for any', () => {
    const filter = { address: A.toUpperCase(), topics: [null, W, [W, null], [W.replace('0x', '0X')]] };
    expect(decodeLogFilter(filter)).toEqual({
      blockHash: undefined,
      fromBlock: undefined,
      toBlock: undefined,
      addresses: [address(0xa1)],
      topics: [[], [word(0xb1)], [], [word(0xb1)]],
    });
    expect(decodeLogFilter({ blockHash: W })).toMatchObject({ blockHash: word(0xb1), addresses: [], topics: [] });
    expect(decodeLogFilter({ toBlock: '0x5' })).toMatchObject({ toBlock: { type: 'number', number: 5n } });
  });

  it.each([
    [{ address: '' }, 'invalid address: empty hex string'],
    [{ address: '0x123' }, 'invalid address: hex string of odd length'],
    [{ address: `0x${'zz'.repeat(20)}` }, 'invalid address: invalid hex string'],
    [{ address: '12340X' }, 'invalid address: hex string without 0x prefix'],
    [
      { address: ['0x12'] },
      'invalid address at index 0: hex has invalid length 1 after decoding; expected 20 for address',
    ],
    [{ topics: ['0x1'] }, 'hex string of odd length'],
    [{ topics: [''] }, 'empty hex string'],
    [5, 'json: cannot unmarshal number into Go value of type filters.input'],
    [{ blockHash: 5 }, 'json: cannot unmarshal non-string into Go struct field input.blockHash of type common.Hash'],
    [
      { blockHash: W, toBlock: 'latest' },
      'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    ],
  ])('is refused with the reason: %j', (filter, text) => {
    expect(complaint(() => decodeLogFilter(filter))).toBe(text);
  });
});
