/** Defines `halley.dev.v1.MsgSetIbcSequences`, which sets the numbers of the next client, connection and channel. */
import { uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetIbcSequences = message('halley.dev.v1.MsgSetIbcSequences', {
  nextClientSequence: uint(1),
  nextConnectionSequence: uint(2),
  nextChannelSequence: uint(3),
});
