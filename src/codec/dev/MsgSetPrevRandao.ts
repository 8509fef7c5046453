/** `halley.dev.v1.MsgSetPrevRandao`: PREVRANDAO of the next block, 32 bytes. */
import { bytes } from '../field.js';
import { message } from '../message.js';

export const MsgSetPrevRandao = message('halley.dev.v1.MsgSetPrevRandao', { prevRandao: bytes(1) });
