/** Tests coins of modules: supply and balances change together, for the base denom and for others. */
import { describe, expect, it } from 'vitest';
import { baseCoin, burnCoins, mintCoins, movable, moveCoins } from '../../../../src/app/modules/bank/module_coins.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { TxFailure } from '../../../../src/app/types/refusal.js';
import { MAX_UINT256 } from '../../../../src/kernel/uint256.js';
import { TestChain } from '../../support/chain.js';

const open = async () => (await TestChain.open()).state.fork();

describe.each(['ahalley', 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'])('%s', (denom) => {
  it('is minted, moved and burned together with its supply', async () => {
    const state = await open();
    const before = supplyOf(state, denom);
    const minted = mintCoins(state, BONDED_POOL, { denom, amount: 10n });
    expect(minted.map(({ type }) => type)).toEqual(['coin_received', 'coinbase']);
    expect(minted[1]?.attributes[1]).toMatchObject({ key: 'amount', value: `10${denom}` });
    moveCoins(state, BONDED_POOL, NOT_BONDED_POOL, { denom, amount: 7n });
    burnCoins(state, NOT_BONDED_POOL, { denom, amount: 2n });
    expect(balanceOf(state, BONDED_POOL.address, denom)).toBe(3n);
    expect(balanceOf(state, NOT_BONDED_POOL.address, denom)).toBe(5n);
    expect(supplyOf(state, denom)).toBe(before + 8n);
  });

  it('is never negative, and never exceeds what an account can hold', async () => {
    const state = await open();
    mintCoins(state, BONDED_POOL, { denom, amount: 5n });
    const tooLittle = `spendable balance 5${denom} is smaller than 6${denom}: insufficient funds`;
    expect(() => burnCoins(state, BONDED_POOL, { denom, amount: 6n })).toThrow(tooLittle);
    expect(() => moveCoins(state, BONDED_POOL, NOT_BONDED_POOL, { denom, amount: 6n })).toThrow(tooLittle);
    expect(() => mintCoins(state, BONDED_POOL, { denom, amount: MAX_UINT256 })).toThrow(TxFailure);
    expect(balanceOf(state, BONDED_POOL.address, denom)).toBe(5n);
  });

  it('can move as much as one account has and the other can hold', async () => {
    const state = await open();
    mintCoins(state, BONDED_POOL, { denom, amount: 5n });
    mintCoins(state, NOT_BONDED_POOL, { denom, amount: MAX_UINT256 - 3n });
    expect(movable(state, { denom, amount: 4n }, BONDED_POOL)).toEqual({ denom, amount: 4n });
    expect(movable(state, { denom, amount: 6n }, BONDED_POOL)).toEqual({ denom, amount: 5n });
    expect(movable(state, { denom, amount: 4n }, BONDED_POOL, NOT_BONDED_POOL)).toEqual({ denom, amount: 3n });
  });
});

it('reads the base denom of the chain', async () => {
  expect(baseCoin(await open(), 3n)).toEqual({ denom: 'ahalley', amount: 3n });
});

it('does nothing for 0, and emits no event', async () => {
  const state = await open();
  expect(mintCoins(state, BONDED_POOL, { denom: 'uatom', amount: 0n })).toEqual([]);
  expect(supplyOf(state, 'uatom')).toBe(0n);
});
