/** `cosmos.evm.erc20.v1.MsgConvertCoin` converts coins of a contract back to its tokens. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { tryParseCoin } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import { readHexAddress } from '../conversion.js';
import { convertCoin } from '../convert_coin.js';

const request = message(
  'cosmos.evm.erc20.v1.MsgConvertCoin',
  { coin: embedded(1, Coin), receiver: string(2), sender: string(3) },
  { aminoName: 'cosmos/evm/x/erc20/MsgConvertCoin' },
);

export const MsgConvertCoin = defineMessage({
  message: request,
  response: message('cosmos.evm.erc20.v1.MsgConvertCoinResponse', {}),
  signers: ({ sender }, { bech32Prefix }) => [readAddress('sender address', sender, bech32Prefix)],
  async handle({ coin, receiver, sender }, context) {
    if (coin.denom === '') throw failure('invalidCoins', 'denom cannot be empty: invalid coins');
    const parsed = tryParseCoin(coin);
    if (parsed === undefined) throw failure('invalidCoins', 'cannot mint a non-positive amount: invalid coins');
    const parties = {
      sender: readAddress('sender address', sender, context.params.bech32Prefix),
      receiver: readHexAddress('receiver hex address', receiver),
    };
    await convertCoin(parsed.denom, { ...parties, amount: parsed.amount }, context);
    return {};
  },
});
