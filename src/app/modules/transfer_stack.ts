/** Wraps the transfer application in middleware (ibc-go calls the result a stack). */
import { withTokenPairs } from './erc20/ibc_middleware.js';
import type { IbcApp } from './ibc/app.js';
import { IBC_CHANNELS } from './ibc/channel/channels.js';
import { packetForward } from './packet_forward/app.js';
import { transferApp } from './transfer/app.js';
import { sendTransfer } from './transfer/send.js';

export const transferStack: IbcApp = packetForward(withTokenPairs(transferApp), IBC_CHANNELS, sendTransfer);
