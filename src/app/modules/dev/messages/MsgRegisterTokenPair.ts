/**
 * `halley.dev.v1.MsgRegisterTokenPair` makes an address the ERC-20 contract of a coin. The contract of the base denom
 * can also wrap it.
 */
import { MsgRegisterTokenPair as request } from '../../../../codec/dev/MsgRegisterTokenPair.js';
import { DENOM } from '../../../types/denom.js';
import { event } from '../../../types/events.js';
import { registerCoin } from '../../erc20/register.js';
import { contractOfVoucher } from '../../erc20/token_pair.js';
import { checkAddress, defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgRegisterTokenPair = defineDevMessage(request, ({ denom, contract: named }, { state, params, emit }) => {
  if (!DENOM.test(denom))
    throw devFailure(
      'invalid',
      `"${denom}" is not a denom: expected a letter, then 2 to 127 letters, digits or / : . _ -`,
    );
  const contract = named.length > 0 ? named : contractOfVoucher(denom);
  if (contract === undefined)
    throw devFailure('invalid', `${denom} needs the address of a contract: only a denom "ibc/…" has one by itself`);
  checkAddress(contract);
  const pair = registerCoin(state, denom, contract, denom === params.baseDenom ? 'native' : 'dynamic');
  emit(event('register_erc20_extension', { erc20_token: pair.erc20Address, cosmos_coin: denom }));
});
