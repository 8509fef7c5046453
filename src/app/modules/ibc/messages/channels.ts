/** Handles the messages that open and close a channel (ICS-4). */
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import * as channels from '../../../../codec/ibc/channel_messages.js';
import {
  MsgChannelCloseConfirmResponse,
  MsgChannelCloseInitResponse,
  MsgChannelOpenAckResponse,
  MsgChannelOpenConfirmResponse,
  MsgChannelOpenInitResponse,
  MsgChannelOpenTryResponse,
} from '../../../../codec/ibc/channel_messages.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { channelStateText, checkChannel, checkOwnEnd } from '../channel/channel_end.js';
import { channelEvents } from '../channel/events.js';
import {
  acknowledgeOpening,
  closeOwn,
  confirmClosing,
  confirmOpening,
  prepareInit,
  prepareTry,
} from '../channel/handshake.js';
import { beginSequences, writeChannel } from '../channel/store.js';
import { ibcFailure, within } from '../failure.js';
import { checkChannelId, checkPortId } from '../identifiers.js';
import { appOf, checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

/** `ibc.core.channel.v1.MsgChannelOpenInit` is the first step of a channel's handshake. */
export const MsgChannelOpenInit = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelOpenInit,
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

/** `ibc.core.channel.v1.MsgChannelOpenTry` is the second step of a channel's handshake, on the other chain. */
export const MsgChannelOpenTry = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelOpenTry,
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

/** `ibc.core.channel.v1.MsgChannelOpenAck` is the third step of a channel's handshake, back on the first chain. */
export const MsgChannelOpenAck = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelOpenAck,
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

/** `ibc.core.channel.v1.MsgChannelOpenConfirm` is the last step of a channel's handshake, on the other chain. */
export const MsgChannelOpenConfirm = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelOpenConfirm,
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

/** `ibc.core.channel.v1.MsgChannelCloseInit` closes a channel, if its application allows that. */
export const MsgChannelCloseInit = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelCloseInit,
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

/** `ibc.core.channel.v1.MsgChannelCloseConfirm` closes a channel because its other end is closed. */
export const MsgChannelCloseConfirm = (router: IbcRouter) =>
  defineMessage({
    message: channels.MsgChannelCloseConfirm,
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
