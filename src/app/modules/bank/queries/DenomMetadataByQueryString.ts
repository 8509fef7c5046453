/**
 * `/cosmos.bank.v1beta1.Query/DenomMetadataByQueryString` is DenomMetadata under another path, for denoms with slashes.
 */
import type { Query } from '../../../sdk/query/define_query.js';
import { DenomMetadata } from './DenomMetadata.js';

export const DenomMetadataByQueryString: Query = {
  ...DenomMetadata,
  path: '/cosmos.bank.v1beta1.Query/DenomMetadataByQueryString',
};
