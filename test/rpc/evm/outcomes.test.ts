import { expect, it } from 'vitest';
import { estimatedGas, returnData, submittedHash } from '../../../src/rpc/evm/outcomes.js';
import type { RpcError } from '../../../src/rpc/jsonrpc/errors.js';

const data = Uint8Array.of(1, 2);

function failure(act: () => unknown): readonly [number, string, unknown] {
  try {
    act();
  } catch (error) {
    const { code, message, data } = error as RpcError;
    return [code, message, data];
  }
  throw new Error('nothing failed');
}

const reverted = [3, 'execution reverted', '0x0102'];
const halt = (reason: string) => ({ type: 'halt', reason, gasUsed: 7n }) as const;

it('a call answers its data, a revert its data as an error, anything else its reason', () => {
  expect(returnData({ type: 'success', returnData: data, gasUsed: 1n })).toBe(data);
  expect(failure(() => returnData({ type: 'revert', data, gasUsed: 1n }))).toEqual(reverted);
  expect(failure(() => returnData(halt('out of gas')))).toEqual([-32000, 'out of gas', undefined]);
  expect(failure(() => returnData({ type: 'refused', reason: 'no' }))).toEqual([-32000, 'no', undefined]);
});

it('an estimate answers the least gas, or what was allowed when that ran out, or why the call fails', () => {
  const outcome = { type: 'success', returnData: data, gasUsed: 1n } as const;
  const message = (of: Parameters<typeof estimatedGas>[0]) => failure(() => estimatedGas(of))[1];
  expect(estimatedGas({ outcome, gas: 5n })).toBe(5n);
  expect(estimatedGas({ outcome: halt('out of gas'), gas: 6n })).toBe(6n);
  expect(message({ outcome: halt('out of gas: not enough'), gas: undefined })).toBe(
    'gas required exceeds allowance (7)',
  );
  expect(message({ outcome: halt('stack underflow'), gas: undefined })).toBe('stack underflow');
  expect(message({ outcome, gas: undefined })).toBe('gas required exceeds allowance');
  expect(failure(() => estimatedGas({ outcome: { type: 'revert', data, gasUsed: 1n }, gas: undefined }))).toEqual(
    reverted,
  );
});

it('a transaction answers its hash, the data of its revert, or the log of its refusal', () => {
  expect(submittedHash({ type: 'accepted', hash: data })).toBe('0x0102');
  const refused = { type: 'refused', code: 5, codespace: 'sdk', log: 'no' } as const;
  expect(failure(() => submittedHash(refused))).toEqual([-32000, 'no', undefined]);
});
