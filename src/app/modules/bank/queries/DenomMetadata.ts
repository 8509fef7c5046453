/** `/cosmos.bank.v1beta1.Query/DenomMetadata`: what a denom is called, by its base denom. */
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { notFound } from '../../../query/failure.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { checkDenom } from '../asked_denom.js';
import { metadataKey } from '../store.js';

function queryDenomMetadata(request: Bytes, state: StateReader): Bytes {
  const { denom } = readRequest(request, { 1: 'denom' }).texts;
  checkDenom(denom);
  const metadata = state.get('bank', metadataKey(denom));
  if (metadata === undefined) throw notFound(`client metadata for denom ${denom}`);
  return new ProtoWriter().message(1, metadata).finish();
}

export const DenomMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomMetadata', queryDenomMetadata);
