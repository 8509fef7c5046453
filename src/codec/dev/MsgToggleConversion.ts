/**
 * Defines `halley.dev.v1.MsgToggleConversion`, which disables or enables the conversion of a token pair, given by its
 * denom or its contract.
 */
import { string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgToggleConversion = message('halley.dev.v1.MsgToggleConversion', { token: string(1) });
