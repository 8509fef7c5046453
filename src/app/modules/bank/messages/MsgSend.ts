/** `cosmos.bank.v1beta1.MsgSend` sends coins from one account to another. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { sendCoins } from '../send_coins.js';
import { checkRecipient, checkSendEnabled, readCoins } from '../send_enabled.js';

const request = message(
  'cosmos.bank.v1beta1.MsgSend',
  { fromAddress: string(1), toAddress: string(2), amount: repeated(3, Coin, { keepEmpty: true }) },
  { aminoName: 'cosmos-sdk/MsgSend' },
);

export const MsgSend = defineMessage({
  message: request,
  response: message('cosmos.bank.v1beta1.MsgSendResponse', {}),
  signers: ({ fromAddress }, { bech32Prefix }) => [readAddress('from address', fromAddress, bech32Prefix)],
  handle: ({ fromAddress, toAddress, amount }, context) => {
    const { state, params } = context;
    const from = readAddress('from address', fromAddress, params.bech32Prefix);
    const to = readAddress('to address', toAddress, params.bech32Prefix);
    const coins = readCoins(amount);
    checkSendEnabled(state, coins);
    checkRecipient(state, to, toAddress);
    sendCoins(context, from, to, coins);
    return {};
  },
});
