/** Defines `halley.dev.v1.MsgSetBalance`, which sets an account's balance of the base denom, in its smallest unit. */
import { bytes, integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetBalance = message('halley.dev.v1.MsgSetBalance', { address: bytes(1), balance: integer(2) });
