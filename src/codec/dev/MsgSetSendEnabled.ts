/** Defines `halley.dev.v1.MsgSetSendEnabled`, which sets whether coins of a denom may be sent. */
import { bool, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetSendEnabled = message('halley.dev.v1.MsgSetSendEnabled', { denom: string(1), enabled: bool(2) });
