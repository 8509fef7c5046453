/**
 * `cosmos.evm.erc20.v1.MsgRegisterERC20` creates coins for contracts, `erc20:0x…`. Any account may send it where the
 * parameters allow that; a proposal may always.
 */
import { repeatedString, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { checkAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { readHexAddress } from '../conversion.js';
import { erc20Failure } from '../failure.js';
import { readErc20Params } from '../params.js';
import { registerContract } from '../register.js';

const request = message(
  'cosmos.evm.erc20.v1.MsgRegisterERC20',
  { signer: string(1), erc20addresses: repeatedString(2) },
  { aminoName: 'cosmos/evm/x/erc20/MsgRegisterERC20' },
);

export const MsgRegisterERC20 = defineMessage({
  message: request,
  response: message('cosmos.evm.erc20.v1.MsgRegisterERC20Response', {}),
  signers: ({ signer }, { bech32Prefix }) => [readAddress('signer address', signer, bech32Prefix)],
  async handle({ signer, erc20addresses }, context) {
    const { enableErc20, permissionlessRegistration } = readErc20Params(context.state);
    if (!permissionlessRegistration) checkAuthority({ authority: signer }, context);
    if (!enableErc20) throw erc20Failure('erc20Disabled', 'registration is currently disabled by governance');
    for (const text of erc20addresses) {
      const pair = await registerContract(context, readHexAddress('ERC20 contract address:', text));
      context.emit(event('register_erc20', { cosmos_coin: pair.denom, erc20_token: pair.erc20Address }));
    }
    return {};
  },
});
