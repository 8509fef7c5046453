/** Failed transactions have the messages that Hardhat's node 2.29.1 gave for the same contracts. */
import { encodeErrorResult, type Hex, hexToBytes, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { to0x } from '../../../../src/kernel/hex.js';
import { hardhatFailure } from '../../../../src/rpc/evm/hardhat/failure.js';
import { aBlock, aTransaction } from '../little_block.js';

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Custom(uint256, string)']);
const panic = (code: bigint) => encodeErrorResult({ abi, errorName: 'Panic', args: [code] });
const custom = encodeErrorResult({ abi, errorName: 'Custom', args: [7n, 'seven'] });

const ZERO = `0x${'00'.repeat(32)}`;

function failureOf(vmError: string, returnData: Hex) {
  const [receipt] = aBlock(1n, ZERO, ZERO, [{ tx: aTransaction({}, 0n), spec: { success: false } }]).receipts;
  if (receipt === undefined) throw new Error('the block has a transaction');
  const { code, message, data } = hardhatFailure(2, { ...receipt, vmError, returnData: hexToBytes(returnData) });
  return { code, message, data, hash: to0x(receipt.transaction.hash) };
}

const EXCEPTION = 'Error: VM Exception while processing transaction:';

describe('a transaction that reverted', () => {
  it.each<[Hex, string]>([
    ['0x', 'Error: Transaction reverted without a reason string'],
    [
      encodeErrorResult({ abi, errorName: 'Error', args: ['why not'] }),
      `${EXCEPTION} reverted with reason string 'why not'`,
    ],
    [encodeErrorResult({ abi, errorName: 'Error', args: [''] }), `${EXCEPTION} reverted with reason string ''`],
    [custom, `${EXCEPTION} reverted with an unrecognized custom error (return data: ${custom})`],
    ['0x1234', `${EXCEPTION} reverted with an unrecognized custom error (return data: 0x1234)`],
    [panic(0x1n), `${EXCEPTION} reverted with panic code 0x1 (Assertion error)`],
    [
      panic(0x11n),
      `${EXCEPTION} reverted with panic code 0x11 (Arithmetic operation overflowed outside of an unchecked block)`,
    ],
    [panic(0x12n), `${EXCEPTION} reverted with panic code 0x12 (Division or modulo division by zero)`],
    [panic(0x32n), `${EXCEPTION} reverted with panic code 0x32 (Array accessed at an out-of-bounds or negative index)`],
    [panic(0x99n), `${EXCEPTION} reverted with unknown panic code 0x99`],
  ])('with %s has its message, hash and data', (returnData, message) => {
    const { hash, ...error } = failureOf('execution reverted', returnData);
    expect(error).toEqual({ code: -32603, message, data: { message, txHash: hash, data: returnData } });
  });
});

describe('a transaction that the EVM halted', () => {
  it.each([
    ['out of gas', -32000, 'Transaction ran out of gas'],
    ['invalid opcode: INVALID', -32603, `${EXCEPTION} invalid opcode`],
    ['contract creation code storage out of gas', -32000, 'Transaction ran out of gas'],
    ['stack underflow (0 <=> 1)', -32603, 'Error: Transaction reverted without a reason string'],
    [
      'max code size exceeded',
      -32603,
      'Error: Transaction reverted: trying to deploy a contract whose code is too large',
    ],
  ])('by %s has no revert data', (vmError, code, message) => {
    const { hash, ...error } = failureOf(vmError, '0x');
    expect(error).toEqual({ code, message, data: { message, txHash: hash, data: '0x' } });
  });
});
