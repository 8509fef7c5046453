/** `ibc.core.channel.v1.MsgChannelOpenAck` is the third step of a channel's handshake, back on the first chain. */
import { MsgChannelOpenAckResponse, MsgChannelOpenAck as request } from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkOwnEnd } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { acknowledgeOpening } from '../channel/handshake.js';
import { writeChannel } from '../channel/store.js';
import { within } from '../failure.js';
import { checkChannelId } from '../identifiers.js';
import { appOf, checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelOpenAck = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelOpenAckResponse,
    signers: signedBy,
    handle: ({ portId, channelId, counterpartyChannelId, counterpartyVersion, proofTry, proofHeight }, context) => {
      checkOwnEnd(portId, channelId);
      within('invalid counterparty channel ID', () => checkChannelId(counterpartyChannelId));
      checkProof(proofTry, 'try proof');
      const app = appOf(router, portId);
      const proof = { proof: proofTry, height: proofHeight };
      const channel = within('channel handshake open ack failed', () =>
        acknowledgeOpening(context, { portId, channelId }, counterpartyChannelId, counterpartyVersion, proof),
      );
      writeChannel(context.state, portId, channelId, channel);
      context.emit(...channelEvents('channel_open_ack', portId, channelId, channel));
      within(`channel open ack callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.openAck({ portId, channelId, channel }, counterpartyVersion, context),
      );
      return {};
    },
  });
