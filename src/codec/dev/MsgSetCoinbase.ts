/** `halley.dev.v1.MsgSetCoinbase`: the beneficiary of the next block and all later ones. */
import { bytes } from '../field.js';
import { message } from '../message.js';

export const MsgSetCoinbase = message('halley.dev.v1.MsgSetCoinbase', { coinbase: bytes(1) });
