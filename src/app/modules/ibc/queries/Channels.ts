/** `/ibc.core.channel.v1.Query/Channels` returns all channels. */

import { IdentifiedChannel } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { identifiedChannels } from '../asked.js';
import { queryHeight } from '../query_height.js';

export const Channels = defineQuery('/ibc.core.channel.v1.Query/Channels', {
  request: message('ibc.core.channel.v1.QueryChannelsRequest', { page: embedded(1, PageRequest) }, { lenient: true }),
  response: message('ibc.core.channel.v1.QueryChannelsResponse', {
    channels: repeated(1, IdentifiedChannel),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ page }, state) {
    const { items: channels, pagination } = pageOf(identifiedChannels(state), page, plainError);
    return { channels, pagination, height: queryHeight(state) };
  },
});
