/** `ibc.core.channel.v1.MsgChannelOpenTry` is the second step of a channel's handshake, on the other chain. */
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import { MsgChannelOpenTryResponse, MsgChannelOpenTry as request } from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkChannel } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import { prepareTry } from '../channel/handshake.js';
import { channelStateText } from '../channel/names.js';
import { beginSequences, writeChannel } from '../channel/store.js';
import { ibcFailure, within } from '../failure.js';
import { checkChannelId, checkPortId } from '../identifiers.js';
import { appOf, checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgChannelOpenTry = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgChannelOpenTryResponse,
    signers: signedBy,
    handle: ({ portId, previousChannelId, channel, counterpartyVersion, proofInit, proofHeight }, context) => {
      within('invalid port ID', () => checkPortId(portId));
      if (previousChannelId !== '')
        throw ibcFailure(
          'invalidChannelIdentifier',
          'previous channel identifier must be empty, this field has been deprecated as crossing hellos are no longer supported',
        );
      checkProof(proofInit, 'init proof');
      if (channel.state !== CHANNEL_STATE.tryOpen)
        throw ibcFailure(
          'invalidChannelState',
          `channel state must be TRYOPEN in MsgChannelOpenTry. expected: STATE_TRYOPEN, got: ${channelStateText(channel.state)}`,
        );
      within('invalid counterparty channel ID', () => checkChannelId(channel.counterparty.channelId));
      checkChannel(channel);
      const app = appOf(router, portId);
      const proof = { proof: proofInit, height: proofHeight };
      const channelId = within('channel handshake open try failed', () =>
        prepareTry(context, portId, channel, counterpartyVersion, proof),
      );
      const version = within(`channel open try callback failed for port ID: ${portId}, channel ID: ${channelId}`, () =>
        app.openTry({ portId, channelId, channel }, counterpartyVersion, context),
      );
      const begun = { ...channel, version };
      beginSequences(context.state, portId, channelId);
      writeChannel(context.state, portId, channelId, begun);
      context.emit(...channelEvents('channel_open_try', portId, channelId, begun));
      return { version, channelId };
    },
  });
