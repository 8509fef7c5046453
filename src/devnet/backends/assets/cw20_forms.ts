/** Lists the tokens of a chain's contracts, which are not in the bank. */
import { readContracts, totalSupply } from '../../../app/modules/cw20/store.js';
import type { StateReader } from '../../../app/state/types.js';
import type { AssetForm } from '../../../backend/assets.js';

/** Returns the tokens, ascending by contract. */
export const cw20Forms = (state: StateReader): readonly AssetForm[] =>
  readContracts(state)
    .filter(([, { kind }]) => kind === 'cw20-base')
    .map(([address, { name, symbol, decimals }]) => ({
      denom: `cw20:${address}`,
      hops: [],
      base: `cw20:${address}`,
      supply: totalSupply(state, address),
      tokenContract: address,
      ...(symbol !== '' && { symbol }),
      ...(name !== '' && { name }),
      decimals,
      sendEnabled: true,
    }));
