/** `halley.dev.v1.MsgSetStorageAt`: a slot of an account's storage; both words are 32 bytes. */
import { bytes } from '../field.js';
import { message } from '../message.js';

export const MsgSetStorageAt = message('halley.dev.v1.MsgSetStorageAt', {
  address: bytes(1),
  slot: bytes(2),
  value: bytes(3),
});
