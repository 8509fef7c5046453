/**
 * Defines `halley.dev.v1.MsgSetValidatorPower`, which sets the voting power of the validator with this consensus
 * address.
 */
import { bytes, integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetValidatorPower = message('halley.dev.v1.MsgSetValidatorPower', {
  address: bytes(1),
  power: integer(2),
});
