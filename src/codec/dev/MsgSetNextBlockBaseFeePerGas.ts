/** `halley.dev.v1.MsgSetNextBlockBaseFeePerGas`: the base fee of the next block, in wei. */
import { integer } from '../field.js';
import { message } from '../message.js';

export const MsgSetNextBlockBaseFeePerGas = message('halley.dev.v1.MsgSetNextBlockBaseFeePerGas', {
  baseFee: integer(1),
});
