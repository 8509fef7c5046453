/** `halley.dev.v1.MsgToggleConversion`: a pair, by its denom or its contract, is converted no more, or again. */
import { string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgToggleConversion = message('halley.dev.v1.MsgToggleConversion', { token: string(1) });
