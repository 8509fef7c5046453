/**
 * `/cosmos.slashing.v1beta1.Query/SigningInfos` returns the signing infos of all validators, ascending by consensus
 * address.
 */
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { SigningInfo } from '../signing_info.js';
import { signingInfoPage } from '../signing_info_page.js';

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
    const { items, pagination } = signingInfoPage(state, page);
    return { infos: items.map(({ info }) => info), pagination };
  },
});
