/** `halley.dev.v1.MsgSetCode`: the code of an account; none makes a plain account of a contract. */
import { bytes } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetCode = message('halley.dev.v1.MsgSetCode', { address: bytes(1), code: bytes(2) });
