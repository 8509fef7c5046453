/** `/cosmos.slashing.v1beta1.Query/SigningInfos`: what is remembered of all validators, ascending by consensus address. */
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { plainError } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { SIGNING_INFOS } from '../store.js';

function querySigningInfos(request: Bytes, state: StateReader): Bytes {
  const { page } = readRequest(request, {}, 1);
  const infos = keyedEntries(state.entries('slashing', SIGNING_INFOS), SIGNING_INFOS, (value) => value);
  return encodePage(pageOf(infos, page, plainError));
}

export const SigningInfos = defineQuery('/cosmos.slashing.v1beta1.Query/SigningInfos', querySigningInfos);
