/** `cosmos.evm.erc20.v1.MsgToggleConversion` forbids the conversion of a pair, or allows it again, by a proposal. */
import { string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { checkAuthority, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { event } from '../../../types/events.js';
import { erc20Failure } from '../failure.js';
import { isErc20Enabled } from '../params.js';
import { pairOf, writePair } from '../store.js';

export const MsgToggleConversion = defineMessage({
  message: message(
    'cosmos.evm.erc20.v1.MsgToggleConversion',
    { authority: string(1), token: string(2) },
    { aminoName: 'cosmos/evm/x/erc20/MsgToggleConversion' },
  ),
  response: message('cosmos.evm.erc20.v1.MsgToggleConversionResponse', {}),
  signers: signedByAuthority,
  handle(value, context) {
    const { state, emit } = context;
    if (!isErc20Enabled(state))
      throw erc20Failure('erc20Disabled', 'toggle conversion is currently disabled by governance');
    checkAuthority(value, context);
    const pair = pairOf(state, value.token);
    if (pair === undefined) throw erc20Failure('tokenPairNotFound', `token '${value.token}' not registered by id`);
    writePair(state, { ...pair, enabled: !pair.enabled });
    emit(event('toggle_token_conversion', { cosmos_coin: pair.denom, erc20_token: pair.erc20Address }));
    return {};
  },
});
