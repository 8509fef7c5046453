import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseFeeAt, nextBaseFee } from '../../../../src/app/modules/feemarket/base_fee.js';
import { FeeMarketParams } from '../../../../src/app/modules/feemarket/params.js';
import {
  ceilDecimal,
  DECIMAL_ONE,
  formatDecimal,
  timesDecimal,
  tryParseDecimal,
} from '../../../../src/app/types/coins.js';
import { nextBaseFeeOfHeader } from '../../../../src/config/ethereum_base_fee.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { MAX_UINT256 } from '../../../../src/kernel/uint256.js';
import { TestChain } from '../../support/chain.js';
import { dev, GWEI, sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const PARAMS: FeeMarketParams = {
  noBaseFee: false,
  baseFeeChangeDenominator: 8n,
  elasticityMultiplier: 2n,
  enableHeight: 0n,
  baseFee: GWEI,
  minGasPrice: 0n,
  minGasMultiplier: 0n,
};
const LIMIT = 30_000_000n;

/** Computes the base fee as EIP-1559 specifies it. */
function model(parentFee: bigint, parentGas: bigint, limit: bigint): bigint {
  const target = limit / 2n;
  if (parentGas === target) return parentFee;
  const distance = parentGas > target ? parentGas - target : target - parentGas;
  const delta = (parentFee * distance) / target / 8n;
  if (parentGas < target) return parentFee - delta;
  return parentFee + (delta < 1n ? 1n : delta);
}

describe('the base fee', () => {
  it('changes as EIP-1559 specifies', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 80n), fc.bigInt(0n, LIMIT), (baseFee, gas) => {
        expect(nextBaseFee({ ...PARAMS, baseFee }, 5n, gas, LIMIT)).toBe(model(baseFee, gas, LIMIT));
      }),
    );
  });

  it('stays the same at the target, and differs by at least 1 above it', () => {
    const at = (baseFee: bigint, gas: bigint) => nextBaseFee({ ...PARAMS, baseFee }, 5n, gas, LIMIT);
    const target = LIMIT / 2n;
    expect([target - 1n, target, target + 1n].map((gas) => at(7n, gas))).toEqual([7n, 7n, 8n]);
    expect([target - 1n, target, target + 1n].map((gas) => at(LIMIT * 12n, gas))).toEqual([
      LIMIT * 12n - 3n,
      LIMIT * 12n,
      LIMIT * 12n + 3n,
    ]);
    const eighth = { ...PARAMS, elasticityMultiplier: 3n, baseFeeChangeDenominator: 5n, baseFee: 900n };
    expect([0n, 10n, 30n].map((gas) => nextBaseFee(eighth, 5n, gas, 30n))).toEqual([720n, 900n, 1260n]);
  });

  it('stays below 2^256', () => {
    expect(nextBaseFee({ ...PARAMS, baseFee: MAX_UINT256 }, 5n, LIMIT, LIMIT)).toBe(MAX_UINT256);
    expect(nextBaseFeeOfHeader({ gasLimit: LIMIT, gasUsed: LIMIT, baseFee: MAX_UINT256 })).toBe(MAX_UINT256);
  });

  it('never falls below the minimum price, nor by more than an eighth', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 40n), fc.bigInt(0n, LIMIT), fc.bigInt(0n, 2n ** 40n), (baseFee, gas, floor) => {
        const next = nextBaseFee({ ...PARAMS, baseFee, minGasPrice: floor * DECIMAL_ONE }, 5n, gas, LIMIT);
        expect(next >= baseFee - baseFee / 8n).toBe(true);
        expect(next >= (baseFee < floor && gas >= LIMIT / 2n ? baseFee : floor)).toBe(true);
      }),
    );
  });

  it('starts unchanged at its height, and is 0 before that or without a fee market', () => {
    const later = { ...PARAMS, enableHeight: 10n };
    expect([9n, 10n, 11n].map((height) => nextBaseFee(later, height, 0n, LIMIT))).toEqual([0n, GWEI, 875_000_000n]);
    expect([9n, 10n].map((height) => baseFeeAt(later, height))).toEqual([0n, GWEI]);
    expect(nextBaseFee({ ...PARAMS, noBaseFee: true }, 5n, 0n, LIMIT)).toBe(0n);
    expect(nextBaseFee(PARAMS, 5n, 1n, 1n)).toBe(0n);
  });

  it('falls over empty blocks and rises over full ones, and calls see it in advance', async () => {
    const chain = await TestChain.open();
    const seen: bigint[] = [];
    for (let i = 0; i < 3; i++) {
      const expected = chain.app.evm.nextBaseFee(chain.height);
      await chain.block();
      seen.push(chain.app.evm.context(chain.height).baseFeePerGas);
      expect(seen[i]).toBe(expected);
    }
    expect(seen).toEqual([875_000_000n, 765_625_000n, 669_921_875n]);
    await chain.mine(await sign(chain, dev(0), { data: '0xfe', gas: LIMIT }));
    expect(chain.app.evm.nextBaseFee(chain.height)).toBe(model(model(669_921_875n, 0n, LIMIT), LIMIT, LIMIT));
  });

  it('stays 0 when the genesis disables it', async () => {
    const chain = await TestChain.open({
      edit: (s) => {
        s['feemarket'].params.no_base_fee = true;
      },
    });
    const free = { to: dev(1).address, gas: 21_000n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    const { results, response } = await chain.mine(await sign(chain, dev(0), free));
    expect(results[0]?.code).toBe(0);
    expect(results[0]?.events.map(({ type }) => type)).not.toContain('coin_spent');
    expect(response.events[1]?.attributes[0]?.value).toBe('0');
  });
});

describe('the parameters', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(
        fc.record({
          noBaseFee: fc.boolean(),
          baseFeeChangeDenominator: fc.bigInt(1n, 2n ** 32n - 1n),
          elasticityMultiplier: fc.bigInt(1n, 2n ** 32n - 1n),
          enableHeight: fc.bigInt(0n, 2n ** 62n),
          baseFee: fc.bigInt(0n, 2n ** 128n),
          minGasPrice: fc.bigInt(0n, 2n ** 128n),
          minGasMultiplier: fc.bigInt(0n, DECIMAL_ONE),
        }),
        (params) => {
          expect(FeeMarketParams.decode(FeeMarketParams.encode(params))).toEqual(params);
        },
      ),
    );
  });
});

describe('decimals', () => {
  it('are formatted and parsed with 18 digits', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 150n), (value) => {
        expect(tryParseDecimal(formatDecimal(value))).toBe(value);
      }),
    );
    expect(['1', '0.5', '1.', '.5', '-1', '1e3', '0.1234567890123456789', ''].map(tryParseDecimal)).toEqual([
      DECIMAL_ONE,
      DECIMAL_ONE / 2n,
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });

  it('are rounded down in products, and up on request', () => {
    expect(timesDecimal(3n, DECIMAL_ONE / 2n)).toBe(1n);
    expect([0n, 1n, DECIMAL_ONE, DECIMAL_ONE + 1n].map(ceilDecimal)).toEqual([0n, 1n, 1n, 2n]);
  });
});
