/**
 * `cosmos.evm.erc20.v1.MsgConvertERC20` converts a contract's tokens to coins. The sender, whose address is hex, signs
 * it.
 */
import { integer, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { readHexAddress } from '../conversion.js';
import { convertErc20 } from '../convert_erc20.js';

const request = message(
  'cosmos.evm.erc20.v1.MsgConvertERC20',
  { contractAddress: string(1), amount: integer(2), receiver: string(3), sender: string(4) },
  { aminoName: 'cosmos/evm/MsgConvertERC20' },
);

export const MsgConvertERC20 = defineMessage({
  message: request,
  response: message('cosmos.evm.erc20.v1.MsgConvertERC20Response', {}),
  signers: ({ sender }) => [readHexAddress('sender hex address', sender)],
  async handle({ contractAddress, amount, receiver, sender }, context) {
    const contract = readHexAddress('contract hex address', contractAddress);
    if (amount <= 0n) throw failure('invalidCoins', 'cannot mint a non-positive amount: invalid coins');
    await convertErc20(
      {
        contract,
        amount,
        sender: readHexAddress('sender hex address', sender),
        receiver: readAddress('receiver address', receiver, context.params.bech32Prefix),
      },
      context,
    );
    return {};
  },
});
