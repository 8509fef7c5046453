import { describe, expect, it } from 'vitest';
import { to0x } from '../../../src/kernel/hex.js';
import { type CompatName, compatModeOf } from '../../../src/rpc/evm/compat.js';
import type { CompatMode } from '../../../src/rpc/evm/compat_mode.js';
import { estimatedGas, returnData, submittedHash } from '../../../src/rpc/evm/outcomes.js';
import type { RpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { LittleChain } from './little_chain.js';

const data = Uint8Array.of(0xab, 2);
const ANVIL = compatModeOf('anvil')(undefined);
const HARDHAT = compatModeOf('hardhat')(undefined);

function failure(act: () => unknown): readonly [number, string, unknown] {
  try {
    act();
  } catch (error) {
    const { code, message, data } = error as RpcError;
    return [code, message, data];
  }
  throw new Error('nothing failed');
}

const reverted = [3, 'execution reverted: custom error bytes 0xab02', '0xab02'];
const halt = (reason: string) => ({ type: 'halt', reason, gasUsed: 7n }) as const;

it('a call returns its data, and fails with the data of a revert or with the reason otherwise', () => {
  expect(returnData(ANVIL, { type: 'success', returnData: data, gasUsed: 1n })).toBe(data);
  expect(failure(() => returnData(ANVIL, { type: 'revert', data, gasUsed: 1n }))).toEqual(reverted);
  expect(failure(() => returnData(ANVIL, halt('out of gas')))).toEqual([-32000, 'out of gas', undefined]);
  const message = 'Error: VM Exception while processing transaction: invalid opcode';
  const halted = [-32603, message, { message, data: '0x' }];
  expect(failure(() => returnData(HARDHAT, halt('invalid opcode: INVALID')))).toEqual(halted);
  expect(failure(() => returnData(ANVIL, { type: 'refused', reason: 'no' }))).toEqual([-32000, 'no', undefined]);
});

it('an estimate returns the least gas, or the allowance when it was used up, or why the call fails', () => {
  const outcome = { type: 'success', returnData: data, gasUsed: 1n } as const;
  const message = (of: Parameters<typeof estimatedGas>[1]) => failure(() => estimatedGas(ANVIL, of))[1];
  expect(estimatedGas(ANVIL, { outcome, gas: 5n })).toBe(5n);
  expect(estimatedGas(ANVIL, { outcome: halt('out of gas'), gas: 6n })).toBe(6n);
  expect(message({ outcome: halt('out of gas: not enough'), gas: undefined })).toBe(
    'gas required exceeds allowance (7)',
  );
  expect(message({ outcome: halt('stack underflow'), gas: undefined })).toBe('stack underflow');
  expect(message({ outcome, gas: undefined })).toBe('gas required exceeds allowance');
  expect(
    failure(() => estimatedGas(ANVIL, { outcome: { type: 'revert', data, gasUsed: 1n }, gas: undefined })),
  ).toEqual(reverted);
});

describe('a sent transaction', () => {
  const chain = new LittleChain();
  const [failed, good] = chain.mine({ success: false }, {}).transactions.map(({ hash }) => hash);
  const answer = (compat: CompatMode, hash: Uint8Array = data) =>
    submittedHash(chain, compat, { type: 'accepted', hash });

  it('is answered with its hash, or with the log of its refusal', () => {
    const refused = { type: 'refused', code: 5, codespace: 'sdk', log: 'no' } as const;
    for (const compat of [ANVIL, HARDHAT]) {
      expect(answer(compat)).toBe('0xab02');
      expect(answer(compat, good)).toBe(to0x(good as Uint8Array));
      const refusal = failure(() => submittedHash(chain, compat, refused));
      expect(refusal).toEqual([-32000, 'no', undefined]);
    }
  });

  it('is answered with its failure in Hardhat’s compat mode', () => {
    expect(answer(ANVIL, failed)).toBe(to0x(failed as Uint8Array));
    const [code, message, details] = failure(() => answer(HARDHAT, failed));
    expect([code, message]).toEqual([-32603, 'Error: Transaction reverted without a reason string']);
    expect(details).toEqual({ message, txHash: to0x(failed as Uint8Array), data: '0x' });
  });
});

it('a client is compatible with the tool that its user agent names, unless the node sets the compat mode', () => {
  const version = (name: CompatName, agent?: string, own?: string) => compatModeOf(name, own)(agent).clientVersion;
  for (const agent of ['hardhat 2.29.1', 'Hardhat 3.18.0']) expect(version('auto', agent)).toMatch(/^HardhatNetwork/);
  for (const agent of [undefined, '', 'node', 'hardhatish/1', 'my hardhat'])
    expect(version('auto', agent)).toMatch(/^anvil/);
  expect(version('anvil', 'hardhat 2.29.1')).toMatch(/^anvil/);
  expect(version('auto', 'foundry/1.7.1')).toMatch(/^anvil/);
  for (const [name, agent, release] of [
    ['auto', 'hardhat 2.29.1', 2],
    ['auto', 'Hardhat 3.18.0', 3],
    ['auto', 'Hardhat 4.0.0', 3],
    ['hardhat', 'Hardhat 3.18.0', 3],
    ['hardhat', 'foundry/1.7.1', 2],
    ['hardhat', undefined, 2],
    ['hardhat2', 'Hardhat 3.18.0', 2],
    ['hardhat3', 'hardhat 2.29.1', 3],
    ['anvil', 'Hardhat 3.18.0', undefined],
  ] as const)
    expect(compatModeOf(name)(agent).hardhatRelease, `${name} for ${agent}`).toBe(release);
  expect(version('hardhat', 'node')).toMatch(/^HardhatNetwork/);
  for (const agent of ['hardhat 2', undefined]) expect(version('auto', agent, 'mine/1')).toBe('mine/1');
});
