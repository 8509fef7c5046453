/** Defines `halley.dev.v1.MsgSetBlockGasLimit`, which sets the gas limit of the next block and all later ones. */
import { uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetBlockGasLimit = message('halley.dev.v1.MsgSetBlockGasLimit', { gasLimit: uint(1) });
