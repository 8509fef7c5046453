/** Defines `halley.dev.v1.MsgSetPrevRandao`, which sets PREVRANDAO of the next block, 32 bytes. */
import { bytes } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetPrevRandao = message('halley.dev.v1.MsgSetPrevRandao', { prevRandao: bytes(1) });
