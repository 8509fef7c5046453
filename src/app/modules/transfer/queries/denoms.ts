/** Answers the queries of `ibc.applications.transfer.v1` about denoms, and for the parameters. */
import { denomHash, denomOfPath } from '../../../../codec/ibc/denom.js';
import {
  Denom as DenomMessage,
  Denom as DenomRecord,
  DenomTrace as DenomTraceMessage,
  DenomTrace as DenomTraceRecord,
  TransferParams,
} from '../../../../codec/ibc/transfer.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { TxFailure } from '../../../types/refusal.js';
import { compareDenoms } from '../checks.js';
import { checkDenom } from '../packet_data.js';
import { DENOM_PREFIX, readDenom, readTransferParams } from '../store.js';
import { askedDenom, traceOf } from '../vouchers.js';

/** `/ibc.applications.transfer.v1.Query/Denom` returns the base and the trace of a voucher, by its hash. */
export const Denom = defineQuery('/ibc.applications.transfer.v1.Query/Denom', {
  rest: '/ibc/apps/transfer/v1/denoms/{hash=**}',
  request: message('ibc.applications.transfer.v1.QueryDenomRequest', { hash: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomResponse', { denom: embedded(1, DenomRecord) }),
  answer: ({ hash }, state) => ({ denom: askedDenom(hash, state) }),
});

/** `/ibc.applications.transfer.v1.Query/DenomHash` returns the hash of a full path that has arrived here. */
export const DenomHash = defineQuery('/ibc.applications.transfer.v1.Query/DenomHash', {
  rest: '/ibc/apps/transfer/v1/denom_hashes/{trace=**}',
  request: message('ibc.applications.transfer.v1.QueryDenomHashRequest', { trace: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomHashResponse', { hash: string(1) }),
  answer({ trace }, state) {
    const denom = denomOfPath(trace);
    try {
      checkDenom(denom);
    } catch (error) {
      throw error instanceof TxFailure ? invalidArgument(error.message) : error;
    }
    const hash = denomHash(denom);
    if (readDenom(state, hash) === undefined) throw notFound(`${trace}: denomination not found`);
    return { hash: toUpperHex(hash) };
  },
});

/**
 * `/ibc.applications.transfer.v1.Query/DenomTrace` is the form of `Denom` before ibc-go v9, which wallets still use.
 */
export const DenomTrace = defineQuery('/ibc.applications.transfer.v1.Query/DenomTrace', {
  rest: '/ibc/apps/transfer/v1/denom_traces/{hash=**}',
  request: message('ibc.applications.transfer.v1.QueryDenomTraceRequest', { hash: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomTraceResponse', {
    denomTrace: embedded(1, DenomTraceRecord),
  }),
  answer: ({ hash }, state) => ({ denomTrace: traceOf(askedDenom(hash, state)) }),
});

/**
 * `/ibc.applications.transfer.v1.Query/DenomTraces` is the form of `Denoms` before ibc-go v9, which wallets still use.
 */
export const DenomTraces = defineQuery('/ibc.applications.transfer.v1.Query/DenomTraces', {
  rest: '/ibc/apps/transfer/v1/denom_traces',
  request: message(
    'ibc.applications.transfer.v1.QueryDenomTracesRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryDenomTracesResponse', {
    denomTraces: repeated(1, DenomTraceMessage),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = keyedEntries(state.entries('transfer', DENOM_PREFIX), DENOM_PREFIX, DenomMessage.decode);
    const { items, pagination } = pageOf(all, page, plainError);
    return { denomTraces: items.toSorted(compareDenoms).map(traceOf), pagination };
  },
});

/**
 * `/ibc.applications.transfer.v1.Query/Denoms` returns the traces of all vouchers. Pages are ordered by hash, the list
 * of a page by base denom.
 */
export const Denoms = defineQuery('/ibc.applications.transfer.v1.Query/Denoms', {
  rest: '/ibc/apps/transfer/v1/denoms',
  request: message(
    'ibc.applications.transfer.v1.QueryDenomsRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryDenomsResponse', {
    denoms: repeated(1, DenomMessage),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = keyedEntries(state.entries('transfer', DENOM_PREFIX), DENOM_PREFIX, DenomMessage.decode);
    const { items, pagination } = pageOf(all, page, plainError);
    return { denoms: items.toSorted(compareDenoms), pagination };
  },
});

/** `/ibc.applications.transfer.v1.Query/Params` returns whether tokens may be sent and received. */
export const Params = defineQuery('/ibc.applications.transfer.v1.Query/Params', {
  rest: '/ibc/apps/transfer/v1/params',
  request: NoFields,
  response: message('ibc.applications.transfer.v1.QueryParamsResponse', { params: embedded(1, TransferParams) }),
  answer: (_, state) => ({ params: readTransferParams(state) }),
});
