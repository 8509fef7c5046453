/** `0x…0802` sends tokens to other chains, as `MsgTransfer` does. */
import { channelAt } from '../../modules/ibc/channel/channel_end.js';
import { isChannelId } from '../../modules/ibc/identifiers.js';
import { sendTransfer } from '../../modules/transfer/send.js';
import { transferContract } from './contract.js';

export const ics20 = transferContract((message, context) => {
  const { sourcePort, sourceChannel } = message;
  // Any other id is a client's (IBC v2).
  if (isChannelId(sourceChannel)) channelAt(context.state, sourcePort, sourceChannel);
  return sendTransfer(message, context);
});
