/** `ibc.core.channel.v1.MsgChannelCloseInit` closes a channel, if its application allows that. */
import { MsgChannelCloseInitResponse, MsgChannelCloseInit as request } from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkOwnEnd } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { closeOwn } from '../channel/handshake.js';
import { writeChannel } from '../channel/store.js';
import { within } from '../failure.js';
import { appOf } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelCloseInit = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelCloseInitResponse,
    signers: signedBy,
    handle: ({ portId, channelId }, context) => {
      checkOwnEnd(portId, channelId);
      const app = appOf(router, portId);
      within(`channel close init callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.closeInit(portId, channelId, context),
      );
      const channel = within('channel handshake close init failed', () => closeOwn(context, { portId, channelId }));
      writeChannel(context.state, portId, channelId, channel);
      context.emit(...channelEvents('channel_close_init', portId, channelId, channel));
      return {};
    },
  });
