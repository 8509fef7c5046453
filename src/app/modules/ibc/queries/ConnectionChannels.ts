/** `/ibc.core.channel.v1.Query/ConnectionChannels` returns the channels of a connection. */

import { IdentifiedChannel } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { checkAsked, identifiedChannels } from '../asked.js';
import { checkConnectionId } from '../identifiers.js';
import { queryHeight } from '../query_height.js';

export const ConnectionChannels = defineQuery('/ibc.core.channel.v1.Query/ConnectionChannels', {
  request: message(
    'ibc.core.channel.v1.QueryConnectionChannelsRequest',
    { connection: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryConnectionChannelsResponse', {
    channels: repeated(1, IdentifiedChannel),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ connection, page }, state) {
    checkAsked(() => checkConnectionId(connection));
    const all = identifiedChannels(state).filter(({ item }) => item.connectionHops[0] === connection);
    const { items: channels, pagination } = pageOf(all, page, plainError);
    return { channels, pagination, height: queryHeight(state) };
  },
});
