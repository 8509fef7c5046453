// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  MsgChannelCloseConfirm,
  MsgChannelCloseInit,
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenInit,
  MsgChannelOpenTry,
} from './channels.js';
import { MsgCreateClient, MsgSubmitMisbehaviour, MsgUpdateClient, MsgUpdateClientParams } from './clients.js';
import {
  MsgConnectionOpenAck,
  MsgConnectionOpenConfirm,
  MsgConnectionOpenInit,
  MsgConnectionOpenTry,
  MsgUpdateConnectionParams,
} from './connections.js';
import { MsgRegisterCounterparty, MsgUpdateClientConfig } from './counterparties.js';
import { MsgAcknowledgement, MsgRecvPacket, MsgTimeout, MsgTimeoutOnClose } from './packets.js';
import { V2MsgAcknowledgement, V2MsgRecvPacket, V2MsgSendPacket, V2MsgTimeout } from './packets_v2.js';
import { MsgRecoverClient } from './recover_client.js';

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
  MsgRecoverClient,
  MsgRecvPacket,
  MsgRegisterCounterparty,
  MsgSubmitMisbehaviour,
  MsgTimeout,
  MsgTimeoutOnClose,
  MsgUpdateClient,
  MsgUpdateClientConfig,
  MsgUpdateClientParams,
  MsgUpdateConnectionParams,
  V2MsgAcknowledgement,
  V2MsgRecvPacket,
  V2MsgSendPacket,
  V2MsgTimeout,
] as const;
