/** Answers the queries of `cosmos.bank.v1beta1` about denoms: supply, metadata, and whether they may be sent. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { bool, embedded, optional, repeated, repeatedString, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { fromUtf8, utf8 } from '../../../../kernel/text.js';
import { defineQuery, NoFields, type Query } from '../../../sdk/query/define_query.js';
import { internal, notFound } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { DenomMetadata as DenomMetadataMessage, DenomMetadata as Metadata, readDenomMetadata } from '../metadata.js';
import { checkDenom, SendEnabled as Rule, readAllSendEnabled, readSendEnabled } from '../send_enabled.js';
import { amountOf, coinOf, METADATA_PREFIX, readBankParams, SUPPLY_PREFIX, supplyOf } from '../store.js';

/** `/cosmos.bank.v1beta1.Query/DenomMetadata` returns the metadata of a base denom. */
export const DenomMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomMetadata', {
  rest: '/cosmos/bank/v1beta1/denoms_metadata/{denom=**}',
  request: message('cosmos.bank.v1beta1.QueryDenomMetadataRequest', { denom: string(1) }, { lenient: true }),
  response: message('cosmos.bank.v1beta1.QueryDenomMetadataResponse', { metadata: embedded(1, Metadata) }),
  answer({ denom }, state) {
    checkDenom(denom);
    const metadata = readDenomMetadata(state, denom);
    if (metadata === undefined) throw notFound(`client metadata for denom ${denom}`);
    return { metadata };
  },
});

/**
 * `/cosmos.bank.v1beta1.Query/DenomMetadataByQueryString` is DenomMetadata under another path, for denoms with slashes.
 */
export const DenomMetadataByQueryString: Query = {
  ...DenomMetadata,
  path: '/cosmos.bank.v1beta1.Query/DenomMetadataByQueryString',
  rest: '/cosmos/bank/v1beta1/denoms_metadata_by_query_string',
};

/** `/cosmos.bank.v1beta1.Query/DenomsMetadata` returns the metadata of all denoms, ascending by base denom. */
export const DenomsMetadata = defineQuery('/cosmos.bank.v1beta1.Query/DenomsMetadata', {
  rest: '/cosmos/bank/v1beta1/denoms_metadata',
  request: message(
    'cosmos.bank.v1beta1.QueryDenomsMetadataRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryDenomsMetadataResponse', {
    metadatas: repeated(1, DenomMetadataMessage),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = keyedEntries(state.entries('bank', METADATA_PREFIX), METADATA_PREFIX, DenomMetadataMessage.decode);
    const { items: metadatas, pagination } = pageOf(all, page, internal, true);
    return { metadatas, pagination };
  },
});

/**
 * `/cosmos.bank.v1beta1.Query/SendEnabled` returns the rules of the requested denoms that have one, or of all denoms
 * that have one.
 */
export const SendEnabled = defineQuery('/cosmos.bank.v1beta1.Query/SendEnabled', {
  rest: '/cosmos/bank/v1beta1/send_enabled',
  request: message(
    'cosmos.bank.v1beta1.QuerySendEnabledRequest',
    { denoms: repeatedString(1), pagination: embedded(99, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QuerySendEnabledResponse', {
    sendEnabled: repeated(1, Rule),
    pagination: optional(99, PageResponse),
  }),
  answer({ denoms, pagination: page }, state) {
    if (denoms.length > 0) {
      const rules = denoms.map((denom) => ({ denom, enabled: readSendEnabled(state, denom) }));
      const known = rules.filter((rule): rule is Rule => rule.enabled !== undefined);
      return { sendEnabled: known, pagination: undefined };
    }
    const all = readAllSendEnabled(state).map((item) => ({ key: utf8(item.denom), item }));
    const { items: sendEnabled, pagination } = pageOf(all, page, internal, true);
    return { sendEnabled, pagination };
  },
});

/** `/cosmos.bank.v1beta1.Query/SupplyOf` returns the supply of a denom. It is 0 for an unknown denom. */
export const SupplyOf = defineQuery('/cosmos.bank.v1beta1.Query/SupplyOf', {
  rest: '/cosmos/bank/v1beta1/supply/by_denom',
  request: message('cosmos.bank.v1beta1.QuerySupplyOfRequest', { denom: string(1) }, { lenient: true }),
  response: message('cosmos.bank.v1beta1.QuerySupplyOfResponse', { amount: embedded(1, Coin) }),
  answer({ denom }, state) {
    checkDenom(denom);
    return { amount: coinOf({ denom, amount: supplyOf(state, denom) }) };
  },
});

/** `/cosmos.bank.v1beta1.Query/TotalSupply` returns the supply of every denom, ascending. */
export const TotalSupply = defineQuery('/cosmos.bank.v1beta1.Query/TotalSupply', {
  rest: '/cosmos/bank/v1beta1/supply',
  request: message(
    'cosmos.bank.v1beta1.QueryTotalSupplyRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryTotalSupplyResponse', {
    supply: repeated(1, Coin),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = keyedEntries(state.entries('bank', SUPPLY_PREFIX), SUPPLY_PREFIX, (value, key) =>
      coinOf({ denom: fromUtf8(key), amount: amountOf(value) }),
    );
    const coins = all.filter(({ item }) => item.amount !== '0');
    const { items: supply, pagination } = pageOf(coins, page, internal, true);
    return { supply, pagination };
  },
});

/** The parameters with the list of rules, which is empty since SDK 0.47: `SendEnabled` returns them. */
const ShownParams = message('cosmos.bank.v1beta1.Params', {
  sendEnabled: repeated(1, Rule),
  defaultSendEnabled: bool(2),
});

/** `/cosmos.bank.v1beta1.Query/Params` returns the parameters of the bank. */
export const Params = defineQuery('/cosmos.bank.v1beta1.Query/Params', {
  rest: '/cosmos/bank/v1beta1/params',
  request: NoFields,
  response: message('cosmos.bank.v1beta1.QueryParamsResponse', { params: embedded(1, ShownParams) }),
  answer: (_, state) => ({ params: { sendEnabled: [], ...readBankParams(state) } }),
});
