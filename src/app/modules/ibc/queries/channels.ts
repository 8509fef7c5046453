/** Answers the queries of `ibc.core.channel.v1` about channels and their sequences. */
import { Any } from '../../../../codec/cosmos/base.js';
import { Channel as ChannelMessage, IdentifiedChannel, ORDER } from '../../../../codec/ibc/channel.js';
import { Height, IdentifiedClientState } from '../../../../codec/ibc/client.js';
import { ClientState } from '../../../../codec/ibc/tendermint.js';
import { bytes, embedded, optional, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import {
  channelAsked,
  checkAsked,
  clientAt,
  connectionOf,
  consensusStateAsked,
  identifiedChannels,
  queryHeight,
} from '../asked.js';
import { readSequence } from '../channel/store.js';
import { packed } from '../client/any.js';
import { checkConnectionId } from '../identifiers.js';

/** `/ibc.core.channel.v1.Query/Channel` returns a channel. */
export const Channel = defineQuery('/ibc.core.channel.v1.Query/Channel', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}',
  request: message(
    'ibc.core.channel.v1.QueryChannelRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryChannelResponse', {
    channel: optional(1, ChannelMessage),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    return { channel: channelAsked(state, portId, channelId), proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/ChannelClientState` returns the client that a channel uses. */
export const ChannelClientState = defineQuery('/ibc.core.channel.v1.Query/ChannelClientState', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/client_state',
  request: message(
    'ibc.core.channel.v1.QueryChannelClientStateRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryChannelClientStateResponse', {
    identifiedClientState: optional(1, IdentifiedClientState),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    const { clientId } = connectionOf(state, channelAsked(state, portId, channelId));
    const clientState = packed(ClientState, clientAt(state, clientId));
    return { identifiedClientState: { clientId, clientState }, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/ChannelConsensusState` returns a consensus state of the client that a channel uses. */
export const ChannelConsensusState = defineQuery('/ibc.core.channel.v1.Query/ChannelConsensusState', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/consensus_state/revision/{revision_number}/height/{revision_height}',
  request: message(
    'ibc.core.channel.v1.QueryChannelConsensusStateRequest',
    { portId: string(1), channelId: string(2), revisionNumber: uint(3), revisionHeight: uint(4) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryChannelConsensusStateResponse', {
    consensusState: optional(1, Any),
    clientId: string(2),
    proof: bytes(3),
    proofHeight: embedded(4, Height),
  }),
  answer({ portId, channelId, ...height }, state) {
    return consensusStateAsked(state, connectionOf(state, channelAsked(state, portId, channelId)), height);
  },
});

/** `/ibc.core.channel.v1.Query/Channels` returns all channels. */
export const Channels = defineQuery('/ibc.core.channel.v1.Query/Channels', {
  rest: '/ibc/core/channel/v1/channels',
  request: message(
    'ibc.core.channel.v1.QueryChannelsRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryChannelsResponse', {
    channels: repeated(1, IdentifiedChannel),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ pagination: page }, state) {
    const { items: channels, pagination } = pageOf(identifiedChannels(state), page, plainError);
    return { channels, pagination, height: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/ConnectionChannels` returns the channels of a connection. */
export const ConnectionChannels = defineQuery('/ibc.core.channel.v1.Query/ConnectionChannels', {
  rest: '/ibc/core/channel/v1/connections/{connection}/channels',
  request: message(
    'ibc.core.channel.v1.QueryConnectionChannelsRequest',
    { connection: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryConnectionChannelsResponse', {
    channels: repeated(1, IdentifiedChannel),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ connection, pagination: page }, state) {
    checkAsked(() => checkConnectionId(connection));
    const all = identifiedChannels(state).filter(({ item }) => item.connectionHops[0] === connection);
    const { items: channels, pagination } = pageOf(all, page, plainError);
    return { channels, pagination, height: queryHeight(state) };
  },
});

/**
 * `/ibc.core.channel.v1.Query/NextSequenceReceive` returns the number of the packet that a channel will receive next.
 */
export const NextSequenceReceive = defineQuery('/ibc.core.channel.v1.Query/NextSequenceReceive', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/next_sequence',
  request: message(
    'ibc.core.channel.v1.QueryNextSequenceReceiveRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryNextSequenceReceiveResponse', {
    nextSequenceReceive: uint(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    const { ordering } = channelAsked(state, portId, channelId);
    // Only an ordered channel receives packets by their numbers.
    const nextSequenceReceive =
      ordering === ORDER.ordered ? readSequence(state, 'nextSequenceRecv', portId, channelId) : 0n;
    if (nextSequenceReceive === undefined)
      throw notFound(`port-id: ${portId}, channel-id ${channelId}: sequence receive not found`);
    return { nextSequenceReceive, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/NextSequenceSend` returns the number of the packet that a channel will send next. */
export const NextSequenceSend = defineQuery('/ibc.core.channel.v1.Query/NextSequenceSend', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/next_sequence_send',
  request: message(
    'ibc.core.channel.v1.QueryNextSequenceSendRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryNextSequenceSendResponse', {
    nextSequenceSend: uint(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    channelAsked(state, portId, channelId);
    const nextSequenceSend = readSequence(state, 'nextSequenceSend', portId, channelId);
    if (nextSequenceSend === undefined)
      throw notFound(`port-id: ${portId}, channel-id ${channelId}: sequence send not found`);
    return { nextSequenceSend, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
