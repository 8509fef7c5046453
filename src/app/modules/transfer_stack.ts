/**
 * Token transfers as this chain runs them: the application with what stands around it (ibc-go calls it a stack), and how
 * everybody here sends.
 */
import { withTokenPairs } from './erc20/ibc_middleware.js';
import type { IbcApp } from './ibc/app.js';
import { sendPacket } from './ibc/channel/send_packet.js';
import { readChannel } from './ibc/channel/store.js';
import { writeAcknowledgement } from './ibc/channel/write_acknowledgement.js';
import { packetForward } from './packet_forward/app.js';
import type { SendTransfer } from './packet_forward/forward.js';
import { transferApp } from './transfer/app.js';
import type { Channels } from './transfer/channels.js';
import { transfer } from './transfer/send.js';

/** IBC's own. */
export const CHANNELS: Channels = { sendPacket, writeAcknowledgement, readChannel };

/** The packet's sequence. Throws TxFailure. */
export const sendTransfer: SendTransfer = (message, context) => transfer(message, context, CHANNELS);

export const transferStack: IbcApp = packetForward(withTokenPairs(transferApp), CHANNELS, sendTransfer);
