/** `halley.dev.v1.MsgSetSendEnabled`: whether coins of a denom may be sent. */
import { bool, string } from '../field.js';
import { message } from '../message.js';

export const MsgSetSendEnabled = message('halley.dev.v1.MsgSetSendEnabled', { denom: string(1), enabled: bool(2) });
