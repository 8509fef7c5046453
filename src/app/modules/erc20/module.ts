/** Defines x/erc20 of cosmos/evm: pairs of a coin and an ERC-20 contract, and conversion between them. */
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { readAllowances } from './allowance.js';
import { ERC20_ACCOUNT } from './conversion.js';
import { parseErc20Genesis, writeErc20Genesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { readErc20Params } from './params.js';
import { QUERIES } from './queries/index.generated.js';
import { readNatives, readPairs } from './store.js';

/** Exports `app_state.erc20` of a state. */
function exportErc20(state: StateReader): object {
  const { enableErc20, permissionlessRegistration } = readErc20Params(state);
  return {
    params: { enable_erc20: enableErc20, permissionless_registration: permissionlessRegistration },
    token_pairs: readPairs(state).map(({ erc20Address, denom, enabled, contractOwner }) => ({
      erc20_address: erc20Address,
      denom,
      enabled,
      contract_owner: contractOwner,
    })),
    allowances: readAllowances(state).map(({ erc20Address, owner, spender, value }) => ({
      erc20_address: erc20Address,
      owner,
      spender,
      value: value.toString(),
    })),
    native_precompiles: readNatives(state, 'native'),
    dynamic_precompiles: readNatives(state, 'dynamic'),
  };
}

export const erc20 = defineModule({
  name: 'erc20',
  stores: ['erc20'],
  accounts: [ERC20_ACCOUNT],
  genesis: { parse: parseErc20Genesis, write: writeErc20Genesis, export: exportErc20 },
  messages: MESSAGES,
  queries: QUERIES,
});
