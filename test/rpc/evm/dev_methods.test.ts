/** Tests that `halley_*` methods exist only on a devnet, and only for trusted callers. */
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/kernel/hex.js';
import { aBench } from './fixture.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('halley_setValidatorPower', () => {
  it('takes an index or a consensus address, and numbers or quantities', async () => {
    const { call, chain } = aBench({ devMethods: true });
    for (const args of [
      [1, 20],
      ['0x2', '0x14'],
      [ADDRESS, 0],
    ])
      expect(await call('halley_setValidatorPower', ...args)).toBeNull();
    expect(chain.powers).toEqual([
      [1, 20n],
      [2, 20n],
      [fromHex(ADDRESS), 0n],
    ]);
  });

  it.each([
    [[], /missing value for required argument 0/],
    [[1], /missing value for required argument 1/],
    [[1.5, 1], /a validator is 1.5, expected a whole number/],
    [[-1, 1], /a validator is -1, expected a whole number/],
    [[0, 1e300], /a power is 1e\+300, expected a whole number/],
    [[`${ADDRESS}00`, 1], /invalid argument 0/],
    [[0, '20'], /invalid argument 1: .*hex string without 0x prefix/],
  ])('refuses %j', (args, text) => {
    const { call, chain } = aBench({ devMethods: true });
    expect(() => call('halley_setValidatorPower', ...args)).toThrow(text);
    expect(chain.powers).toEqual([]);
  });

  it('refuses callers whom the node does not trust', () => {
    const peer = { id: '1', address: '10.0.0.1', local: false, trusted: false };
    const { call, chain } = aBench({ devMethods: true, context: { peer } });
    expect(() => call('halley_setValidatorPower', 0, 1)).toThrow(
      /only local callers and those that the configuration trusts may call it, not 10.0.0.1/,
    );
    expect(chain.powers).toEqual([]);
  });

  it('exists only on a devnet, and is not a namespace of rpc_modules', () => {
    expect(() => aBench().call('halley_setValidatorPower', 0, 1)).toThrow(/does not exist/);
    expect(aBench({ devMethods: true }).call('rpc_modules')).not.toHaveProperty('halley');
  });
});

describe('mining mode, snapshots and time', () => {
  it("are set under each tool's names", async () => {
    const { call, chain } = aBench({ devMethods: true });
    await call('halley_setMiningMode', 'step');
    await call('halley_setMiningMode', 'realtime', { factor: 2 });
    expect(chain.miningModes).toEqual([
      ['step', {}],
      ['realtime', { factor: 2 }],
    ]);
    for (const args of [[], ['step'], ['height', '0x3'], ['round', 2]]) await call('halley_step', ...args);
    expect(chain.steps).toEqual([
      ['event', 1],
      ['step', 1],
      ['height', 3],
      ['round', 2],
    ]);
    expect([await call('evm_snapshot'), await call('anvil_snapshot')]).toEqual(['0x1', '0x2']);
    expect([await call('evm_revert', '0x1'), await call('anvil_revert', 7)]).toEqual([true, false]);
    expect([await call('evm_increaseTime', '60'), await call('anvil_increaseTime', '0x3c')]).toEqual(['60', 60]);
    expect(await call('evm_setNextBlockTimestamp', 4e9)).toBe('4000000000');
    expect(await call('anvil_setNextBlockTimestamp', 4e9)).toBeNull();
    for (const [tool, interval] of [
      ['anvil', 12],
      ['hardhat', 12_000],
    ] as const) {
      expect(await call(`${tool}_setBlockTimestampInterval`, interval)).toBe(tool === 'anvil' ? null : true);
      expect(await call(`${tool}_removeBlockTimestampInterval`)).toBe(true);
    }
    expect(chain.times).toEqual([
      ['increase', 60n],
      ['increase', 60n],
      ['next', 4_000_000_000n],
      ['next', 4_000_000_000n],
      ['interval', 12n],
      ['interval', undefined],
      ['interval', 12n],
      ['interval', undefined],
    ]);
  });

  it.each([
    ['evm_increaseTime', [-5], /a time is -5, expected a whole number from 0/],
    ['evm_increaseTime', ['1.5'], /hex string without 0x prefix/],
    ['evm_revert', [], /missing value for required argument 0/],
    ['evm_revert', [{}], /cannot unmarshal/],
    ['hardhat_setBlockTimestampInterval', [1500], /the interval is 1500 milliseconds, expected a multiple of 1000/],
    ['halley_step', [5], /cannot unmarshal/],
  ])('%s refuses %j', (method, args, text) => {
    expect(() => aBench({ devMethods: true }).call(method, ...args)).toThrow(text);
  });
});
