/**
 * Defines `halley.dev.v1.MsgSetCode`, which sets the code of an account. Empty code turns a contract into a plain
 * account.
 */
import { bytes } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetCode = message('halley.dev.v1.MsgSetCode', { address: bytes(1), code: bytes(2) });
