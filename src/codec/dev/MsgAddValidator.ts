/**
 * Defines `halley.dev.v1.MsgAddValidator`, which registers a validator with the voting power that its operator delegates
 * to it.
 */
import { bytes, integer, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgAddValidator = message('halley.dev.v1.MsgAddValidator', {
  /** Is the ed25519 public key with which it signs. */
  pubKey: bytes(1),
  power: integer(2),
  moniker: string(3),
});
