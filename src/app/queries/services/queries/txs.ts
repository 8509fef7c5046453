/** Answers the queries of `cosmos.tx.v1beta1`: transactions, those of a block, and simulation. */
import { AbciEvent } from '../../../../abci/wire/event.js';
import { CodecError } from '../../../../codec/codec_error.js';
import { Any, TxMsgData } from '../../../../codec/cosmos/base.js';
import { decodeAuthInfo, decodeTxBody, decodeTxRaw } from '../../../../codec/cosmos/tx.js';
import {
  bytes,
  embedded,
  encoded,
  int,
  optional,
  repeated,
  repeatedBytes,
  repeatedString,
  small,
  string,
  uint,
} from '../../../../codec/protobuf/field.js';
import { ProtoReader } from '../../../../codec/protobuf/index.js';
import { message } from '../../../../codec/protobuf/message.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { HalleyError } from '../../../../kernel/errors.js';
import { sha256 } from '../../../../kernel/hash.js';
import { hexProblem, toUpperHex, tryFromHex } from '../../../../kernel/hex.js';
import { defineNodeQuery, defineQuery } from '../../../sdk/query/define_query.js';
import {
  internal,
  invalidArgument,
  notFound,
  plainError,
  queryError,
  unknownStatus,
} from '../../../sdk/query/failure.js';
import type { NodeTxSearch, NodeTxs } from '../../../sdk/query/node_txs.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { foundBlock } from '../block_response.js';
import { factsOf } from '../facts.js';
import { checkedResponse, refusedResponse, TxResponse, txResponse } from '../tx_response.js';

/** Transaction that stays encoded. */
const TX = { name: 'cosmos.tx.v1beta1.Tx' };

const BROADCAST_MODE = {
  enum: 'cosmos.tx.v1beta1.BroadcastMode',
  values: ['BROADCAST_MODE_UNSPECIFIED', 'BROADCAST_MODE_BLOCK', 'BROADCAST_MODE_SYNC', 'BROADCAST_MODE_ASYNC'],
};

const ORDER_BY = {
  enum: 'cosmos.tx.v1beta1.OrderBy',
  values: ['ORDER_BY_UNSPECIFIED', 'ORDER_BY_ASC', 'ORDER_BY_DESC'],
};

/** `BROADCAST_MODE_SYNC` and `BROADCAST_MODE_ASYNC`. */
const MODES: readonly number[] = [2, 3];

/** Codes that the SDK's client derives from the engine's error texts. */
const IN_CACHE = 19;
const MEMPOOL_FULL = 20;
const TOO_LARGE = 21;

/**
 * Answers `/cosmos.tx.v1beta1.Service/BroadcastTx`: broadcasts a transaction. Both supported modes return the result of
 * CheckTx, because a client that gets no result, as real `ASYNC` clients do, never learns of a refusal.
 */
export const BroadcastTx = defineNodeQuery('/cosmos.tx.v1beta1.Service/BroadcastTx', {
  rest: 'POST /cosmos/tx/v1beta1/txs',
  request: message(
    'cosmos.tx.v1beta1.BroadcastTxRequest',
    { txBytes: bytes(1), mode: small(2, BROADCAST_MODE) },
    { lenient: true },
  ),
  response: message('cosmos.tx.v1beta1.BroadcastTxResponse', { txResponse: embedded(1, TxResponse) }),
  async answer({ txBytes, mode }, _, services) {
    if (txBytes.length === 0) throw invalidArgument('invalid empty tx');
    if (!MODES.includes(mode)) throw plainError('unsupported return type unspecified; supported types: sync, async');
    const outcome = await factsOf(services).txs.broadcast(txBytes);
    if (outcome.type === 'checked') return { txResponse: checkedResponse(outcome) };
    return { txResponse: refusedResponse(toUpperHex(sha256(txBytes)), codeOf(outcome.reason)) };
  },
});

function codeOf(reason: string): number {
  if (reason.includes('already exists in cache')) return IN_CACHE;
  return reason.includes('too large') || reason.includes('too big') ? TOO_LARGE : MEMPOOL_FULL;
}

const DEFAULT_PAGE = { offset: 0n, limit: 100n, reverse: false };

/** Number of the field of a block that has the transactions, and of theirs in it. */
const DATA_FIELD = 2;
const TXS_FIELD = 1;

/**
 * Answers `/cosmos.tx.v1beta1.Service/GetBlockWithTxs`: a block with a page of its transactions, by the SDK's rules
 * (x/auth `GetBlockWithTxs`): a page in reverse goes down from its offset to the second transaction, and a page without
 * a limit is empty.
 */
export const GetBlockWithTxs = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetBlockWithTxs', {
  rest: '/cosmos/tx/v1beta1/txs/block/{height}',
  request: message(
    'cosmos.tx.v1beta1.GetBlockWithTxsRequest',
    { height: int(1), pagination: optional(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.tx.v1beta1.GetBlockWithTxsResponse', {
    txs: repeatedBytes(1, TX),
    blockId: encoded(2, { name: 'tendermint.types.BlockID' }),
    block: encoded(3, { name: 'tendermint.types.Block' }),
    pagination: embedded(4, PageResponse),
  }),
  answer({ height, pagination = DEFAULT_PAGE }, _, services) {
    const facts = factsOf(services);
    const newest = facts.head.height;
    if (height < 1n || height > newest)
      throw queryError(
        'unknownRequest',
        `requested height ${height} but height must not be less than 1 or greater than the current height ${newest}: invalid height`,
      );
    return whenKnown(facts.block(height), (found) => {
      const { id: blockId, block } = foundBlock(found, height);
      const all = txsOf(block);
      return {
        txs: pageOfTxs(all, pagination),
        blockId,
        block,
        pagination: { nextKey: EMPTY_BYTES, total: BigInt(all.length) },
      };
    });
  },
});

function pageOfTxs(txs: readonly Bytes[], { offset, limit, reverse }: typeof DEFAULT_PAGE): readonly Bytes[] {
  if (offset >= BigInt(txs.length) && txs.length > 0)
    throw queryError(
      'unknownRequest',
      `out of range: cannot paginate ${txs.length} txs with offset ${offset} and limit ${limit}: invalid request`,
    );
  const [first, count] = [Number(offset), Number(limit)];
  if (!reverse) return txs.slice(first, first + count);
  return txs
    .slice(1, first + 1)
    .toReversed()
    .slice(0, count);
}

/** Returns the transactions of an encoded `tendermint.types.Block`. */
function txsOf(block: Bytes): readonly Bytes[] {
  const txs: Bytes[] = [];
  for (const reader = new ProtoReader(block); !reader.done; ) {
    const { field } = reader.next();
    const body = reader.bytes();
    if (field !== DATA_FIELD) continue;
    for (const data = new ProtoReader(body); !data.done; ) {
      const { field: inner } = data.next();
      const tx = data.bytes();
      if (inner === TXS_FIELD) txs.push(tx);
    }
  }
  return txs;
}

/** Answers `/cosmos.tx.v1beta1.Service/GetTx`: a transaction of a block by the hash of its bytes, also a failed one. */
export const GetTx = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetTx', {
  rest: '/cosmos/tx/v1beta1/txs/{hash}',
  request: message('cosmos.tx.v1beta1.GetTxRequest', { hash: string(1) }, { lenient: true }),
  response: message('cosmos.tx.v1beta1.GetTxResponse', {
    tx: encoded(1, TX),
    txResponse: embedded(2, TxResponse),
  }),
  answer({ hash }, _, services) {
    if (hash === '') throw invalidArgument('tx hash cannot be empty');
    const bytes = tryFromHex(hash);
    if (bytes === undefined) throw unknownStatus(hexProblem(hash));
    const found = factsOf(services).txs.byHash(bytes);
    if (found === undefined) throw notFound(`tx not found: ${hash}`);
    return { tx: found.tx, txResponse: txResponse(found) };
  },
});

const DESCENDING = 2;
const DEFAULT_LIMIT = 100n;

/**
 * Answers `/cosmos.tx.v1beta1.Service/GetTxsEvent`: a page of the transactions whose events match. `events` is the
 * older field: a list of conditions, all of which must match.
 */
export const GetTxsEvent = defineNodeQuery('/cosmos.tx.v1beta1.Service/GetTxsEvent', {
  rest: '/cosmos/tx/v1beta1/txs',
  request: message(
    'cosmos.tx.v1beta1.GetTxsEventRequest',
    {
      events: repeatedString(1),
      pagination: optional(2, PageRequest),
      orderBy: small(3, ORDER_BY),
      page: uint(4),
      limit: uint(5),
      query: string(6),
    },
    { lenient: true },
  ),
  response: message('cosmos.tx.v1beta1.GetTxsEventResponse', {
    txs: repeatedBytes(1, TX),
    txResponses: repeated(2, TxResponse),
    pagination: optional(3, PageResponse),
    total: int(4),
  }),
  answer({ events, query: given, orderBy, page, limit }, _, services) {
    const query = given === '' ? events.join(' AND ') : given;
    if (query === '') throw internal('query cannot be empty');
    const order = orderBy === DESCENDING ? 'desc' : 'asc';
    const asked = { query, order, page: page || 1n, limit: limit || DEFAULT_LIMIT } as const;
    const { found, total } = searched(factsOf(services).txs, asked);
    return {
      txs: found.map(({ tx }) => tx),
      txResponses: found.map(txResponse),
      pagination: undefined,
      total: BigInt(total),
    };
  },
});

/** Searches. Errors of the query or the page contain the engine's texts. */
function searched(txs: NodeTxs, asked: NodeTxSearch): ReturnType<NodeTxs['search']> {
  try {
    return txs.search(asked);
  } catch (error) {
    if (error instanceof HalleyError && error.code === 'invalid-argument')
      throw internal(`failed to search for txs: ${error.message}`);
    throw error;
  }
}

const SimulateResult = message('cosmos.base.abci.v1beta1.Result', {
  data: bytes(1),
  log: string(2),
  events: repeated(3, AbciEvent),
  msgResponses: repeated(4, Any),
});
const GasInfo = message('cosmos.base.abci.v1beta1.GasInfo', { gasWanted: uint(1), gasUsed: uint(2) });

/** `tx` is the older field: a message with the wire format of TxRaw. */
const SimulateRequest = message(
  'cosmos.tx.v1beta1.SimulateRequest',
  { tx: bytes(1, TX), txBytes: bytes(2) },
  { lenient: true },
);

/**
 * Answers `/cosmos.tx.v1beta1.Service/Simulate`: the gas, the result and the events of a transaction. The text of a
 * refusal has the reason and the gas used so far, as in the SDK's service.
 */
export const Simulate = defineQuery('/cosmos.tx.v1beta1.Service/Simulate', {
  rest: 'POST /cosmos/tx/v1beta1/simulate',
  request: SimulateRequest,
  response: message('cosmos.tx.v1beta1.SimulateResponse', {
    gasInfo: embedded(1, GasInfo),
    result: embedded(2, SimulateResult),
  }),
  async answer({ tx, txBytes }, _, { simulate }) {
    const given = txBytes.length > 0 ? txBytes : tx;
    if (given.length === 0) throw invalidArgument('empty txBytes is not allowed');
    const result = await simulate(given);
    if (result.code !== 0) throw unknownStatus(`${result.log} with gas used: '${result.gasUsed}'`);
    return { gasInfo: result, result: { ...result, msgResponses: TxMsgData.decode(result.data).msgResponses } };
  },
});

/** Answers `/cosmos.tx.v1beta1.Service/TxDecode`: the parts of a transaction. `Tx` and `TxRaw` have the same bytes. */
export const TxDecode = defineQuery('/cosmos.tx.v1beta1.Service/TxDecode', {
  rest: 'POST /cosmos/tx/v1beta1/decode',
  request: message('cosmos.tx.v1beta1.TxDecodeRequest', { txBytes: bytes(1) }, { lenient: true }),
  response: message('cosmos.tx.v1beta1.TxDecodeResponse', { tx: encoded(1, TX) }),
  answer({ txBytes }) {
    if (txBytes.length === 0) throw invalidArgument('invalid empty tx bytes');
    checkTx(txBytes);
    return { tx: txBytes };
  },
});

/** Answers `/cosmos.tx.v1beta1.Service/TxEncode`: the bytes of a transaction. */
export const TxEncode = defineQuery('/cosmos.tx.v1beta1.Service/TxEncode', {
  rest: 'POST /cosmos/tx/v1beta1/encode',
  request: message('cosmos.tx.v1beta1.TxEncodeRequest', { tx: bytes(1, TX) }, { lenient: true }),
  response: message('cosmos.tx.v1beta1.TxEncodeResponse', { txBytes: bytes(1) }),
  answer({ tx }) {
    if (tx.length === 0) throw invalidArgument('invalid empty tx');
    checkTx(tx);
    return { txBytes: tx };
  },
});

/** Throws SdkQueryError with the reason why the bytes are no transaction. */
function checkTx(tx: Bytes): void {
  try {
    const { bodyBytes, authInfoBytes } = decodeTxRaw(tx);
    decodeTxBody(bodyBytes);
    decodeAuthInfo(authInfoBytes);
  } catch (error) {
    if (error instanceof CodecError) throw queryError('unknownRequest', `${error.message}: tx parse error`);
    throw error;
  }
}
