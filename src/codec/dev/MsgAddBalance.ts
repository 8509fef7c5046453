/**
 * Defines `halley.dev.v1.MsgAddBalance`, which adds an amount of the base denom, in its smallest unit, to an account.
 */
import { bytes, integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgAddBalance = message('halley.dev.v1.MsgAddBalance', { address: bytes(1), amount: integer(2) });
