/** Describes a simulated chain to the asset API: its newest state, with pending dev transactions. */

import { isErc20Enabled } from '../../../app/modules/erc20/params.js';
import { readPairs } from '../../../app/modules/erc20/store.js';
import { isForwarding } from '../../../app/modules/packet_forward/store.js';
import type { StateReader } from '../../../app/state/types.js';
import type { ChainAssets, ClientStatus, TokenPair } from '../../../backend/assets.js';
import type { Chain } from '../../chain/chain.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import { bankForms } from './bank_forms.js';
import { channelEnds } from './channel_ends.js';
import { cw20Forms } from './cw20_forms.js';

/** Describes a simulated chain to the asset API. */
export interface AssetSource {
  readonly chain: Pick<Chain, 'app' | 'blockStore' | 'evmChainId' | 'genesis' | 'state'>;
  readonly clock: Pick<ChainClock, 'peek'>;
  /** Is a short name in lower case. The default is the beginning of the chain id. */
  readonly name?: string;
  /** Is the name for people. The default is the short name. */
  readonly prettyName?: string;
}

/** Describes the chain. `statusOf` returns the current status of a light client. */
export function chainAssets(source: AssetSource, statusOf: (clientId: string) => ClientStatus): ChainAssets {
  const { genesis, evmChainId, app } = source.chain;
  const { baseDenom, bech32Prefix } = app.params;
  const { chainId } = genesis;
  const { latest } = app.devTxs;
  const name = source.name ?? chainId.replace(/[_-].*$/s, '');
  return {
    chainId,
    chainName: name,
    prettyName: source.prettyName ?? name,
    chainType: 'cosmos',
    evmChainId: evmChainId.toString(),
    simulated: true,
    bech32Prefix,
    pfmEnabled: isForwarding(latest),
    supportsMemo: true,
    isTestnet: true,
    feeAssets: [{ denom: baseDenom }],
    channels: channelEnds(latest, statusOf),
    forms: [...bankForms(latest), ...cw20Forms(latest)],
    tokenPairs: tokenPairs(latest),
  };
}

/** Lists the token pairs. While the module is off no pair converts anything. */
function tokenPairs(state: StateReader): readonly TokenPair[] {
  const isOn = isErc20Enabled(state);
  return readPairs(state).map(({ erc20Address, denom, enabled }) => ({
    erc20Address,
    denom,
    enabled: isOn && enabled,
  }));
}
