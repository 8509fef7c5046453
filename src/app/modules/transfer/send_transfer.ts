/** Sends tokens over the channels of this chain, for the message, the precompile and packet forwarding. */
import type { MsgTransfer } from '../../../codec/ibc/transfer.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { IBC_CHANNELS } from '../ibc/channel/channels.js';
import { transfer } from './send.js';

/** Returns the sequence of the packet. Throws TxFailure. */
export const sendTransfer = (message: MsgTransfer, context: MessageContext): Awaitable<bigint> =>
  transfer(message, context, IBC_CHANNELS);
