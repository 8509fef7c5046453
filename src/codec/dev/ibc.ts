/** Defines the messages of `halley.dev.v1` that change channels of IBC. */
import { string, uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

/**
 * Defines `halley.dev.v1.MsgCloseChannel`, which closes one end of a channel. The transfer application rejects such a
 * request from users.
 */
export const MsgCloseChannel = message('halley.dev.v1.MsgCloseChannel', { portId: string(1), channelId: string(2) });

/** Defines `halley.dev.v1.MsgSetIbcSequences`, which sets the numbers of the next client, connection and channel. */
export const MsgSetIbcSequences = message('halley.dev.v1.MsgSetIbcSequences', {
  nextClientSequence: uint(1),
  nextConnectionSequence: uint(2),
  nextChannelSequence: uint(3),
});
