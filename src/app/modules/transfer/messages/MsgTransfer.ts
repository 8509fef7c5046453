/** `ibc.applications.transfer.v1.MsgTransfer`: a token goes to another chain. */
import { MsgTransferResponse, MsgTransfer as message } from '../../../../codec/ibc/transfer.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { readAddress } from '../../../module/addresses.js';
import { defineMessage } from '../../../module/message.js';
import { sendTransfer } from '../../transfer_stack.js';
import { checkTransfer } from '../send.js';

export const MsgTransfer = defineMessage({
  message,
  response: MsgTransferResponse,
  signers: ({ sender }, { bech32Prefix }) => [readAddress('sender address', sender, bech32Prefix)],
  handle: (value, context) => {
    checkTransfer(value);
    return whenKnown(sendTransfer(value, context), (sequence) => ({ sequence }));
  },
});
