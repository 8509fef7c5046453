/** `halley.dev.v1.MsgRegisterTokenPair`: from here on an address answers as the ERC-20 of a coin; the base denom can be wrapped there. */
import { MsgRegisterTokenPair as request } from '../../../../codec/dev/MsgRegisterTokenPair.js';
import { DENOM } from '../../../types/denom.js';
import { event } from '../../../types/events.js';
import { registerCoin } from '../../erc20/register.js';
import { contractOfVoucher } from '../../erc20/token_pair.js';
import { checkAddress, defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgRegisterTokenPair = defineDevMessage(request, ({ denom, contract: named }, { state, params, emit }) => {
  if (!DENOM.test(denom)) throw devFailure('invalid', `"${denom}" is no denom`);
  const contract = named.length > 0 ? named : contractOfVoucher(denom);
  if (contract === undefined) throw devFailure('invalid', `${denom} needs an address: it is no ibc/ denom`);
  checkAddress(contract);
  const pair = registerCoin(state, denom, contract, denom === params.baseDenom ? 'native' : 'dynamic');
  emit(event('register_erc20_extension', { erc20_token: pair.erc20Address, cosmos_coin: denom }));
});
