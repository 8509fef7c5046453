/** Defines `halley.dev.v1.MsgSetNonce`, which sets an account's next nonce. */
import { bytes, uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetNonce = message('halley.dev.v1.MsgSetNonce', { address: bytes(1), nonce: uint(2) });
