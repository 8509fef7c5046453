/** Exports `app_state.erc20` of a state. */
import type { StateReader } from '../../state/types.js';
import { readAllowances } from './allowance.js';
import { readErc20Params } from './params.js';
import { readNatives, readPairs } from './store.js';

export function exportErc20(state: StateReader): object {
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
