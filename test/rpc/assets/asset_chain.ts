/**
 * Creates the chain that the asset cases describe: `devnet_9000-1`, whose coin is `aevm`; an account also holds
 * `uother`.
 */
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Chain } from '../../../src/devnet/chain/chain.js';
import { openDevnetChain } from '../../../src/devnet/chain/open_devnet_chain.js';
import { fixedClock } from '../../../src/devnet/options/clock.js';
import { DEFAULT_TIMEOUTS } from '../../../src/simulation/index.js';

// biome-ignore lint/suspicious/noExplicitAny: a genesis document is edited field by field
type Json = any;

export function assetGenesis(): Json {
  const text = JSON.stringify(developmentGenesis({ chainId: 'devnet_9000-1' }));
  const document = JSON.parse(text.replaceAll('ahalley', 'aevm')) as Json;
  const { bank } = document.app_state;
  bank.balances[0].coins.push({ denom: 'uother', amount: '5' });
  bank.supply.push({ denom: 'uother', amount: '5' });
  bank.denom_metadata[0].symbol = 'EVM';
  return document;
}

export async function openAssetChain(): Promise<Chain> {
  await installFastCrypto();
  return openDevnetChain({ genesis: assetGenesis() }, fixedClock(0n), DEFAULT_TIMEOUTS, () => '');
}
