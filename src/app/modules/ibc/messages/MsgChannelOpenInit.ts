/** `ibc.core.channel.v1.MsgChannelOpenInit` is the first step of a channel's handshake. */
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import { MsgChannelOpenInitResponse, MsgChannelOpenInit as request } from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkChannel } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { prepareInit } from '../channel/handshake.js';
import { channelStateText } from '../channel/names.js';
import { beginSequences, writeChannel } from '../channel/store.js';
import { ibcFailure, within } from '../failure.js';
import { checkPortId } from '../identifiers.js';
import { appOf } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelOpenInit = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelOpenInitResponse,
    signers: signedBy,
    handle: ({ portId, channel }, context) => {
      within('invalid port ID', () => checkPortId(portId));
      if (channel.state !== CHANNEL_STATE.init)
        throw ibcFailure(
          'invalidChannelState',
          `channel state must be INIT in MsgChannelOpenInit. expected: STATE_INIT, got: ${channelStateText(channel.state)}`,
        );
      if (channel.counterparty.channelId !== '')
        throw ibcFailure('invalidChannelCounterparty', 'counterparty channel identifier must be empty');
      checkChannel(channel);
      const app = appOf(router, portId);
      const channelId = within('channel handshake open init failed', () => prepareInit(context, channel));
      const version = within(`channel open init callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.openInit({ portId, channelId, channel }, context),
      );
      const begun = { ...channel, version };
      writeChannel(context.state, portId, channelId, begun);
      beginSequences(context.state, portId, channelId);
      context.emit(...channelEvents('channel_open_init', portId, channelId, begun));
      return { channelId, version };
    },
  });
