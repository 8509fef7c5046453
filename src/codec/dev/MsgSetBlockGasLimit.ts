/** `halley.dev.v1.MsgSetBlockGasLimit`: the gas limit of the next block and all later ones. */
import { uint } from '../field.js';
import { message } from '../message.js';

export const MsgSetBlockGasLimit = message('halley.dev.v1.MsgSetBlockGasLimit', { gasLimit: uint(1) });
