/** `/cosmos.bank.v1beta1.Query/DenomsMetadata`: what all denoms are called, ascending by base denom. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { METADATA_PREFIX } from '../store.js';

function queryDenomsMetadata(request: Bytes, state: StateReader): Bytes {
  const { page } = readRequest(request, {}, 1);
  const metadata = keyedEntries(state.entries('bank', METADATA_PREFIX), METADATA_PREFIX, (value) => value);
  return encodePage(pageOf(metadata, page, internal));
}

export const DenomsMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomsMetadata', queryDenomsMetadata);
