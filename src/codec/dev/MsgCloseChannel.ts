/** `halley.dev.v1.MsgCloseChannel`: closes one end of a channel, which the transfer application lets nobody do. */
import { string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgCloseChannel = message('halley.dev.v1.MsgCloseChannel', { portId: string(1), channelId: string(2) });
