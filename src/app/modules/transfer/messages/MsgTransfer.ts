/** `ibc.applications.transfer.v1.MsgTransfer` sends a token to another chain. */
import { MsgTransferResponse, MsgTransfer as message } from '../../../../codec/ibc/transfer.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { checkTransfer, sendTransfer } from '../send.js';

export const MsgTransfer = defineMessage({
  message,
  response: MsgTransferResponse,
  signers: ({ sender }, { bech32Prefix }) => [readAddress('sender address', sender, bech32Prefix)],
  handle: (value, context) => {
    checkTransfer(value);
    return whenKnown(sendTransfer(value, context), (sequence) => ({ sequence }));
  },
});
