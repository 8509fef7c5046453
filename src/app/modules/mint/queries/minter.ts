/** Answers the queries of `cosmos.mint.v1beta1`. On a chain without mint, inflation is 0. */
import { embedded, integer } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { MintParams, readMinter, readMintParams } from '../minter.js';

/** `/cosmos.mint.v1beta1.Query/Params` returns the parameters of mint. */
export const Params = defineQuery('/cosmos.mint.v1beta1.Query/Params', {
  rest: '/cosmos/mint/v1beta1/params',
  request: NoFields,
  response: message('cosmos.mint.v1beta1.QueryParamsResponse', { params: embedded(1, MintParams) }),
  answer: (_, state) => ({ params: readMintParams(state) }),
});

/** `/cosmos.mint.v1beta1.Query/Inflation` returns the share of the supply that a year adds. */
export const Inflation = defineQuery('/cosmos.mint.v1beta1.Query/Inflation', {
  rest: '/cosmos/mint/v1beta1/inflation',
  request: NoFields,
  response: message('cosmos.mint.v1beta1.QueryInflationResponse', { inflation: integer(1, 'decBytes') }),
  answer: (_, state) => ({ inflation: readMinter(state).inflation }),
});

/** `/cosmos.mint.v1beta1.Query/AnnualProvisions` returns the coins that a year adds. */
export const AnnualProvisions = defineQuery('/cosmos.mint.v1beta1.Query/AnnualProvisions', {
  rest: '/cosmos/mint/v1beta1/annual_provisions',
  request: NoFields,
  response: message('cosmos.mint.v1beta1.QueryAnnualProvisionsResponse', { annualProvisions: integer(1, 'decBytes') }),
  answer: (_, state) => ({ annualProvisions: readMinter(state).annualProvisions }),
});
