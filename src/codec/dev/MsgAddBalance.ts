/** `halley.dev.v1.MsgAddBalance`: what an account gets in addition, in the base denom's smallest unit. */
import { bytes, integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgAddBalance = message('halley.dev.v1.MsgAddBalance', { address: bytes(1), amount: integer(2) });
