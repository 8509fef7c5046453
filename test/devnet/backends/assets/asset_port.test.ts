/** Tests what the asset API reads of a chain from the bank's supply and metadata. */
import { expect, it, onTestFinished } from 'vitest';
import { assetBackend } from '../../../../src/devnet/backends/assets/asset_backend.js';
import type { AssetSource } from '../../../../src/devnet/backends/assets/chain_assets.js';
import type { Chain } from '../../../../src/devnet/chain/chain.js';
import { openAssetChain } from '../../../rpc/assets/asset_chain.js';

/** Makes the source of a chain without new blocks. */
const sourceOf = (chain: Chain): AssetSource => ({
  chain,
  clock: { offset: 0n, runsFree: true, peek: (last) => last },
});

it('describes the chain, and every denom with metadata or supply', async () => {
  const chain = await openAssetChain();
  onTestFinished(() => chain.store.close());
  const port = assetBackend(() => [sourceOf(chain)]);
  const [[id, facts]] = [...port.chains()] as [
    [string, NonNullable<ReturnType<ReturnType<typeof port.chains>['get']>>],
  ];
  expect(id).toBe('devnet_9000-1');
  expect(facts).toMatchObject({ chainId: id, chainName: 'devnet', evmChainId: '9000', simulated: true, channels: [] });
  expect(facts.feeAssets).toEqual([{ denom: 'aevm' }]);
  expect(facts.forms.map(({ denom, supply, symbol, decimals }) => [denom, supply > 0n, symbol, decimals])).toEqual([
    ['aevm', true, 'EVM', 18],
    ['uother', true, undefined, undefined],
  ]);
});

it('returns the same objects as long as nothing changes', async () => {
  const chain = await openAssetChain();
  onTestFinished(() => chain.store.close());
  const port = assetBackend(() => [sourceOf(chain)]);
  expect(port.chains()).toBe(port.chains());
});

it('returns the balances of an account, for either form of its address', async () => {
  const chain = await openAssetChain();
  onTestFinished(() => chain.store.close());
  const port = assetBackend(() => [sourceOf(chain)]);
  const holder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  expect(port.balances('devnet_9000-1', holder)?.map(({ denom }) => denom)).toEqual(['aevm', 'uother']);
  expect(port.balances('devnet_9000-1', 'nobody')).toBeUndefined();
  expect(port.balances('elsewhere-1', holder)).toBeUndefined();
});
