/** Tests how the console reads a call. */

import { expect, it, test } from 'vitest';
import { readCall } from '../../../src/dashboard/explorer/read/typed.js';

test.each([
  ['eth_blockNumber', []],
  ['eth_getBalance 0x5 latest', ['0x5', 'latest']],
  ['eth_getBlockByNumber 0x1 false', ['0x1', false]],
  ['evm_increaseTime 60', [60]],
  ['eth_call {"to": "0x 1", "data": "0x2"} latest', [{ to: '0x 1', data: '0x2' }, 'latest']],
  ['eth_getLogs [{"address": ["0x1", "0x2"]}]', [{ address: ['0x1', '0x2'] }]],
  ['web3_sha3 "0x 5" null', ['0x 5', null]],
])('reads %s', (line, params) => {
  expect(readCall(line)).toEqual({ method: line.split(' ')[0], params });
});

it('refuses a list that does not end, and what is no method', () => {
  expect(() => readCall('eth_call {"to": 5')).toThrow('is not JSON: a bracket, quote or comma is missing');
  expect(() => readCall('{"to": 5}')).toThrow('is not a call: expected a method');
});
