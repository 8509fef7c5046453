// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { MsgAcknowledgement } from './MsgAcknowledgement.js';
import { MsgChannelCloseConfirm } from './MsgChannelCloseConfirm.js';
import { MsgChannelCloseInit } from './MsgChannelCloseInit.js';
import { MsgChannelOpenAck } from './MsgChannelOpenAck.js';
import { MsgChannelOpenConfirm } from './MsgChannelOpenConfirm.js';
import { MsgChannelOpenInit } from './MsgChannelOpenInit.js';
import { MsgChannelOpenTry } from './MsgChannelOpenTry.js';
import { MsgConnectionOpenAck } from './MsgConnectionOpenAck.js';
import { MsgConnectionOpenConfirm } from './MsgConnectionOpenConfirm.js';
import { MsgConnectionOpenInit } from './MsgConnectionOpenInit.js';
import { MsgConnectionOpenTry } from './MsgConnectionOpenTry.js';
import { MsgCreateClient } from './MsgCreateClient.js';
import { MsgRecvPacket } from './MsgRecvPacket.js';
import { MsgSubmitMisbehaviour } from './MsgSubmitMisbehaviour.js';
import { MsgTimeout } from './MsgTimeout.js';
import { MsgTimeoutOnClose } from './MsgTimeoutOnClose.js';
import { MsgUpdateClient } from './MsgUpdateClient.js';

export const MESSAGES = [
  MsgAcknowledgement,
  MsgChannelCloseConfirm,
  MsgChannelCloseInit,
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenInit,
  MsgChannelOpenTry,
  MsgConnectionOpenAck,
  MsgConnectionOpenConfirm,
  MsgConnectionOpenInit,
  MsgConnectionOpenTry,
  MsgCreateClient,
  MsgRecvPacket,
  MsgSubmitMisbehaviour,
  MsgTimeout,
  MsgTimeoutOnClose,
  MsgUpdateClient,
] as const;
