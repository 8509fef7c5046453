/** Defines `halley.dev.v1.MsgSetStorageAt`, which sets a slot of an account's storage. Both words have 32 bytes. */
import { bytes } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetStorageAt = message('halley.dev.v1.MsgSetStorageAt', {
  address: bytes(1),
  slot: bytes(2),
  value: bytes(3),
});
