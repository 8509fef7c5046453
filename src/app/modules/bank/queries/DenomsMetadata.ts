/** `/cosmos.bank.v1beta1.Query/DenomsMetadata` returns the metadata of all denoms, ascending by base denom. */
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { DenomMetadata } from '../metadata.js';
import { METADATA_PREFIX } from '../store.js';

export const DenomsMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomsMetadata', {
  request: message(
    'cosmos.bank.v1beta1.QueryDenomsMetadataRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryDenomsMetadataResponse', {
    metadatas: repeated(1, DenomMetadata),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('bank', METADATA_PREFIX), METADATA_PREFIX, DenomMetadata.decode);
    const { items: metadatas, pagination } = pageOf(all, page, internal);
    return { metadatas, pagination };
  },
});
