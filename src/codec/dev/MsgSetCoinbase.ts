/** Defines `halley.dev.v1.MsgSetCoinbase`, which sets the beneficiary of the next block and all later ones. */
import { bytes } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetCoinbase = message('halley.dev.v1.MsgSetCoinbase', { coinbase: bytes(1) });
