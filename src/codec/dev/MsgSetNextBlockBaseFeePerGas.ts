/** Defines `halley.dev.v1.MsgSetNextBlockBaseFeePerGas`, which sets the base fee of the next block, in wei. */
import { integer } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetNextBlockBaseFeePerGas = message('halley.dev.v1.MsgSetNextBlockBaseFeePerGas', {
  baseFee: integer(1),
});
