/** `halley.dev.v1.MsgSetValidatorPower`: a validator's voting power, by its consensus address. */
import { bytes, integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetValidatorPower = message('halley.dev.v1.MsgSetValidatorPower', {
  address: bytes(1),
  power: integer(2),
});
