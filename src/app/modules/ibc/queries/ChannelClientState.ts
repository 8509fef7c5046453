/** `/ibc.core.channel.v1.Query/ChannelClientState` returns the client that a channel uses. */

import { IdentifiedClientState } from '../../../../codec/ibc/client.js';
import { Height } from '../../../../codec/ibc/height.js';
import { ClientState } from '../../../../codec/ibc/tendermint.js';
import { bytes, embedded, optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { channelAsked, clientAt } from '../asked.js';
import { packed } from '../client/any.js';
import { readConnection } from '../connection/store.js';
import { queryHeight } from '../query_height.js';

export const ChannelClientState = defineQuery('/ibc.core.channel.v1.Query/ChannelClientState', {
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
    const [hop = ''] = channelAsked(state, portId, channelId).connectionHops;
    const clientId = readConnection(state, hop)?.clientId;
    if (clientId === undefined) throw notFound(`connection-id: ${hop}: connection not found`);
    const clientState = packed(ClientState, clientAt(state, clientId));
    return { identifiedClientState: { clientId, clientState }, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
