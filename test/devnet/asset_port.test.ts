/** What the asset API learns of a chain, by the bank's supply and metadata. */
import { expect, it, onTestFinished } from 'vitest';
import { assetPort } from '../../src/devnet/ports/assets.js';
import { openAssetChain } from '../rpc/assets/asset_chain.js';

it('names the chain, and every denom that somebody describes or holds', async () => {
  const chain = await openAssetChain();
  onTestFinished(() => chain.store.close());
  const port = assetPort(chain);
  expect([port.chainId, port.evmChainId]).toEqual(['devnet_9000-1', 9000n]);
  expect(port.denom('aevm')).toEqual({ denom: 'aevm', symbol: 'EVM', name: 'Halley', decimals: 18 });
  expect(port.denom('uother')).toEqual({ denom: 'uother' });
  for (const denom of ['halley', 'AEVM', 'unobody', '']) expect(port.denom(denom)).toBeUndefined();
});
