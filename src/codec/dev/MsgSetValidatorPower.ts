/** `halley.dev.v1.MsgSetValidatorPower`: a validator's voting power, by its consensus address. */
import { bytes, integer } from '../field.js';
import { message } from '../message.js';

export const MsgSetValidatorPower = message('halley.dev.v1.MsgSetValidatorPower', {
  address: bytes(1),
  power: integer(2),
});
