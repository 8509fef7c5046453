/** `ibc.core.channel.v1.MsgChannelOpenConfirm` is the last step of a channel's handshake, on the other chain. */
import {
  MsgChannelOpenConfirmResponse,
  MsgChannelOpenConfirm as request,
} from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkOwnEnd } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { confirmOpening } from '../channel/handshake.js';
import { writeChannel } from '../channel/store.js';
import { within } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelOpenConfirm = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelOpenConfirmResponse,
    signers: signedBy,
    handle: ({ portId, channelId, proofAck, proofHeight }, context) => {
      checkOwnEnd(portId, channelId);
      checkProof(proofAck, 'acknowledgement proof');
      const app = appOf(router, portId);
      const channel = within('channel handshake open confirm failed', () =>
        confirmOpening(context, { portId, channelId }, { proof: proofAck, height: proofHeight }),
      );
      writeChannel(context.state, portId, channelId, channel);
      context.emit(...channelEvents('channel_open_confirm', portId, channelId, channel));
      within(`channel open confirm callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.openConfirm({ portId, channelId, channel }, context),
      );
      return {};
    },
  });
