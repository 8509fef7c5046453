/** `cosmos.evm.erc20.v1.MsgUpdateParams` allows conversion and registration, or does not, by a proposal. */
import { defineUpdateParams } from '../../../sdk/module/authority.js';
import { Erc20Params, writeErc20Params } from '../params.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.evm.erc20.v1',
  aminoName: 'cosmos/evm/x/erc20/MsgUpdateParams',
  params: Erc20Params,
  update: (params, { state }) => writeErc20Params(state, params),
});
