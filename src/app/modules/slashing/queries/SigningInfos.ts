/** `/cosmos.slashing.v1beta1.Query/SigningInfos`: what is remembered of all validators, ascending by consensus address. */
import { embedded, repeated } from '../../../../codec/field.js';
import { message } from '../../../../codec/message.js';
import { defineQuery } from '../../../query/define_query.js';
import { plainError } from '../../../query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../query/pagination.js';
import { SigningInfo } from '../signing_info.js';
import { SIGNING_INFOS } from '../store.js';

export const SigningInfos = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfos', {
  request: message(
    'cosmos.slashing.v1beta1.QuerySigningInfosRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.slashing.v1beta1.QuerySigningInfosResponse', {
    infos: repeated(1, SigningInfo),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('slashing', SIGNING_INFOS), SIGNING_INFOS, SigningInfo.decode);
    const { items: infos, pagination } = pageOf(all, page, plainError);
    return { infos, pagination };
  },
});
