/** Tests methods that several tools name differently, and whose answers differ by tool. */
import { describe, expect, it } from 'vitest';
import { aBench } from './fixture.js';
import { ALICE } from './little_names.js';

describe('a setter', () => {
  it.each([
    ['hardhat_setBalance', true],
    ['evm_setAccountBalance', true],
    ['anvil_setBalance', null],
    ['tenderly_setBalance', null],
  ])('answers under %s: %j', async (name, answer) => {
    const { call, chain } = aBench({ devMethods: true });
    expect(await call(name, ALICE, '0x5')).toBe(answer);
    expect(chain.devMessages).toMatchObject([['halley.dev.v1.MsgSetBalance', { balance: 5n }]]);
  });

  it('sets nothing, under any name, where dev methods are off', () => {
    const { call, chain } = aBench();
    for (const name of ['hardhat_setBalance', 'tenderly_setBalance'])
      expect(() => call(name, ALICE, '0x5')).toThrow(/does not exist/);
    expect(chain.devMessages).toEqual([]);
  });
});

it('reports only to Hardhat whether an account was impersonated', async () => {
  const { call } = aBench({ devMethods: true });
  expect(await call('hardhat_stopImpersonatingAccount', ALICE)).toBe(false);
  expect(await call('anvil_stopImpersonatingAccount', ALICE)).toBeNull();
});

describe('an unsupported method', () => {
  it.each([
    ['hardhat_setMinGasPrice', -32000, /^hardhat_setMinGasPrice is not supported when EIP-1559 is active$/],
    ['anvil_setMinGasPrice', -32602, /^anvil_setMinGasPrice is not supported when EIP-1559 is active$/],
  ])('is refused with the reason: %s', (name, code, text) => {
    const refused = expect.objectContaining({ code, message: expect.stringMatching(text) });
    expect(() => aBench({ devMethods: true }).call(name, '0x1')).toThrow(refused);
    expect(() => aBench().call(name, '0x1')).toThrow(`the method ${name} does not exist/is not available`);
  });
});

it('enables every namespace with `all`, and lists the public ones', () => {
  const { call } = aBench({ namespaces: ['all'] });
  expect(call('rpc_modules')).toMatchObject({ eth: '1.0', net: '1.0', rpc: '1.0', txpool: '1.0', web3: '1.0' });
  expect(call('rpc_modules')).not.toHaveProperty('hardhat');
  expect(call('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
  expect(() => aBench().call('txpool_status')).toThrow(/does not exist/);
});
