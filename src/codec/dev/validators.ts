/** Defines the messages of `halley.dev.v1` that change validators. */
import { bytes, integer, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

/**
 * Defines `halley.dev.v1.MsgAddValidator`, which registers a validator with the voting power that its operator
 * delegates to it.
 */
export const MsgAddValidator = message('halley.dev.v1.MsgAddValidator', {
  /** Public key with which it signs. */
  pubKey: bytes(1),
  power: integer(2),
  moniker: string(3),
  /** Type of the key, as `validator.pub_key_types` names it; empty for ed25519. */
  keyType: string(4),
});

/**
 * Defines `halley.dev.v1.MsgSetValidatorPower`, which sets the voting power of the validator with this consensus
 * address.
 */
export const MsgSetValidatorPower = message('halley.dev.v1.MsgSetValidatorPower', {
  address: bytes(1),
  power: integer(2),
});
