/** `ibc.core.channel.v1.MsgChannelCloseConfirm` closes a channel because its other end is closed. */
import {
  MsgChannelCloseConfirmResponse,
  MsgChannelCloseConfirm as request,
} from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkOwnEnd } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { confirmClosing } from '../channel/handshake.js';
import { writeChannel } from '../channel/store.js';
import { within } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelCloseConfirm = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelCloseConfirmResponse,
    signers: signedBy,
    handle: ({ portId, channelId, proofInit, proofHeight }, context) => {
      checkOwnEnd(portId, channelId);
      checkProof(proofInit, 'init proof');
      const app = appOf(router, portId);
      within(`channel close confirm callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.closeConfirm(portId, channelId, context),
      );
      const channel = within('channel handshake close confirm failed', () =>
        confirmClosing(context, { portId, channelId }, { proof: proofInit, height: proofHeight }),
      );
      writeChannel(context.state, portId, channelId, channel);
      context.emit(...channelEvents('channel_close_confirm', portId, channelId, channel));
      return {};
    },
  });
