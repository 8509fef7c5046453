/** `halley_*`: answered on a devnet alone, and to trusted callers only. */
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/kernel/hex.js';
import { aBench } from './fixture.js';

const ADDRESS = `0x${'ab'.repeat(20)}`;

describe('halley_setValidatorPower', () => {
  it('takes an index or a consensus address, numbers or quantities', async () => {
    const { call, chain } = aBench({ steering: true });
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
    const { call, chain } = aBench({ steering: true });
    expect(() => call('halley_setValidatorPower', ...args)).toThrow(text);
    expect(chain.powers).toEqual([]);
  });

  it('answers nobody whom the node does not trust', () => {
    const peer = { id: '1', address: '10.0.0.1', local: false, trusted: false };
    const { call, chain } = aBench({ steering: true, context: { peer } });
    expect(() => call('halley_setValidatorPower', 0, 1)).toThrow(/answers callers on the same machine, not 10.0.0.1/);
    expect(chain.powers).toEqual([]);
  });

  it('exists on a devnet only, and is no namespace of rpc_modules', () => {
    expect(() => aBench().call('halley_setValidatorPower', 0, 1)).toThrow(/does not exist/);
    expect(aBench({ steering: true }).call('rpc_modules')).not.toHaveProperty('halley');
  });
});
