/** `halley.dev.v1.MsgSetBalance`: an account's balance of the base denom, in its smallest unit. */
import { bytes, integer } from '../field.js';
import { message } from '../message.js';

export const MsgSetBalance = message('halley.dev.v1.MsgSetBalance', { address: bytes(1), balance: integer(2) });
