/** `halley.dev.v1.MsgSetIbcSequences`: the numbers that the next client, connection and channel get. */
import { uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetIbcSequences = message('halley.dev.v1.MsgSetIbcSequences', {
  nextClientSequence: uint(1),
  nextConnectionSequence: uint(2),
  nextChannelSequence: uint(3),
});
