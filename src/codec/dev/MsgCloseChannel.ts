/**
 * Defines `halley.dev.v1.MsgCloseChannel`, which closes one end of a channel. The transfer application rejects such a
 * request from users.
 */
import { string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgCloseChannel = message('halley.dev.v1.MsgCloseChannel', { portId: string(1), channelId: string(2) });
