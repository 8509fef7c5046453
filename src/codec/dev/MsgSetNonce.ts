/** `halley.dev.v1.MsgSetNonce`: an account's next nonce. */
import { bytes, uint } from '../field.js';
import { message } from '../message.js';

export const MsgSetNonce = message('halley.dev.v1.MsgSetNonce', { address: bytes(1), nonce: uint(2) });
