/** `/cosmos.bank.v1beta1.Query/DenomMetadata` returns the metadata of a base denom. */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { checkDenom } from '../asked_denom.js';
import { DenomMetadata as Metadata, readDenomMetadata } from '../metadata.js';

export const DenomMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomMetadata', {
  request: message('cosmos.bank.v1beta1.QueryDenomMetadataRequest', { denom: string(1) }, { lenient: true }),
  response: message('cosmos.bank.v1beta1.QueryDenomMetadataResponse', { metadata: embedded(1, Metadata) }),
  answer({ denom }, state) {
    checkDenom(denom);
    const metadata = readDenomMetadata(state, denom);
    if (metadata === undefined) throw notFound(`client metadata for denom ${denom}`);
    return { metadata };
  },
});
