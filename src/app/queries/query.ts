/**
 * Dispatches ABCI queries by path, and answers errors with the SDK's texts (consensus-rpc.md 12.3; SDK baseapp
 * `Query`). Each module defines the queries of its gRPC paths. This file collects them, implements what all share, and
 * answers the paths below `/app` and `/store`.
 */
import type { ExecTxResult, QueryRequest, QueryResponse } from '../../abci/application.js';
import { toBase64 } from '../../codec/base64.js';
import { CodecError } from '../../codec/codec_error.js';
import { MSG_ETHEREUM_TX_RESPONSE_URL } from '../../codec/cosmos/msg_ethereum_tx.js';
import { decodeMsgEthereumTxResult } from '../../codec/cosmos/tx.js';
import { bytes, repeated } from '../../codec/protobuf/field.js';
import { ProtoReader } from '../../codec/protobuf/index.js';
import { message } from '../../codec/protobuf/message.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { MODULES } from '../modules/assembly.js';
import type { GrpcHandler, Query, QueryServices } from '../sdk/query/define_query.js';
import { type QueryFailure, queryError, SdkQueryError } from '../sdk/query/failure.js';
import { withRemote } from '../state/remote/with_remote.js';
import { type AppState, STORE_NAMES, type StateReader, type StoreName } from '../state/types.js';
import { APP_VERSION } from '../types/version.js';
import { SERVICE_QUERIES } from './services/queries/index.generated.js';

/** Queries of all modules and of the node. */
export const QUERIES: readonly Query[] = [...MODULES.flatMap(({ queries }) => queries), ...SERVICE_QUERIES];
const GRPC = new Map<string, Query>(QUERIES.map((query) => [query.path, query]));

const NO_ANSWER = { info: '', index: 0n, key: EMPTY_BYTES, value: EMPTY_BYTES, proofOps: [] } as const;

export async function query(request: QueryRequest, state: AppState, services: QueryServices): Promise<QueryResponse> {
  const height = request.height === 0n ? (state.height ?? 0n) : request.height;
  try {
    return await answer({ ...request, height }, state, services);
  } catch (error) {
    return failed(error, 0n);
  }
}

/** Returns the value of `/app/version` and `/app/simulate` (SDK baseapp `handleQueryApp`). */
async function queryApp(path: string, data: Bytes, { simulate }: QueryServices): Promise<Bytes> {
  const [, , kind] = path.split('/');
  if (kind === undefined)
    throw queryError(
      'unknownRequest',
      "expected second parameter to be either 'simulate' or 'version', neither was present",
    );
  if (kind === 'version') return utf8(APP_VERSION);
  if (kind === 'simulate') return utf8(simulationJson(await simulate(data)));
  throw queryError('unknownRequest', `unknown query: [${path.split('/').slice(1).join(' ')}]`);
}

/**
 * Renders the `MsgEthereumTxResponse` in a transaction's `data`, which is a TxMsgData, in protobuf's JSON as Go writes
 * it: all fields, names from the `.proto` file, 64-bit numbers as text, bytes in base64.
 */
function responseJson(data: Bytes): object {
  const { hash, ret, vmError, gasUsed, maxUsedGas, blockHash, blockTimestamp } = decodeMsgEthereumTxResult(data);
  const response = repeatedField(repeatedField(data, 2)[0] as Bytes, 2)[0] as Bytes;
  return {
    '@type': MSG_ETHEREUM_TX_RESPONSE_URL,
    hash: to0x(hash),
    logs: repeatedField(response, 2).map(logJson),
    ret: toBase64(ret),
    vm_error: vmError,
    gas_used: gasUsed.toString(),
    max_used_gas: maxUsedGas.toString(),
    block_hash: toBase64(blockHash),
    block_timestamp: blockTimestamp.toString(),
  };
}

/** Returns the elements of a repeated field of bytes or messages. */
function repeatedField(message: Bytes, wanted: number): Bytes[] {
  const found: Bytes[] = [];
  for (const reader = new ProtoReader(message); !reader.done; ) {
    if (reader.next().field === wanted) found.push(reader.bytes());
    else reader.skip();
  }
  return found;
}

const LOG_NUMBERS: Readonly<Record<number, string>> = {
  4: 'block_number',
  6: 'tx_index',
  8: 'index',
  10: 'block_timestamp',
};
const LOG_TEXTS: Readonly<Record<number, string>> = { 1: 'address', 5: 'tx_hash', 7: 'block_hash' };

function logJson(message: Bytes): object {
  const topics: string[] = [];
  const log: Record<string, unknown> = {
    address: '',
    topics,
    data: '',
    block_number: '0',
    tx_hash: '',
    tx_index: '0',
    block_hash: '',
    index: '0',
    removed: false,
    block_timestamp: '0',
  };
  for (const reader = new ProtoReader(message); !reader.done; ) {
    const { field } = reader.next();
    const [number, text] = [LOG_NUMBERS[field], LOG_TEXTS[field]];
    if (number !== undefined) log[number] = reader.uint().toString();
    else if (text !== undefined) log[text] = reader.string();
    else if (field === 2) topics.push(reader.string());
    else if (field === 3) log['data'] = toBase64(reader.bytes());
    else throw reader.unknown('Log');
  }
  return log;
}

/** Returns `SimulationResponse` in protobuf's JSON, with fields in the order of their numbers. */
function simulationJson(result: ExecTxResult): string {
  const { code, codespace, log, gasWanted, gasUsed, data, events } = result;
  if (code !== 0) throw new SdkQueryError({ code, codespace, log: `failed to simulate tx: ${log}` });
  return JSON.stringify({
    gas_info: { gas_wanted: gasWanted.toString(), gas_used: gasUsed.toString() },
    result: {
      data: toBase64(data),
      log,
      events,
      msg_responses: [responseJson(data)],
    },
  });
}

type StoreAnswer = Pick<QueryResponse, 'value' | 'proofOps'> & { readonly log?: string };

interface StoreQuery {
  readonly path: string;
  readonly data: Bytes;
  readonly height: bigint;
  readonly prove: boolean;
}

/** Lowest height with a proof, by the SDK's rule. */
const FIRST_PROOF = 2n;

const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);

const Pair = message('cosmos.store.internal.kv.v1beta1.Pair', { key: bytes(1), value: bytes(2) });
const Pairs = message('cosmos.store.internal.kv.v1beta1.Pairs', { pairs: repeated(1, Pair) });

/** Answers `/store/<name>/subspace`: all entries whose keys begin with the data, as the SDK's `Pairs`, ascending. */
const querySubspace = (state: StateReader, store: StoreName, prefix: Bytes): Bytes =>
  Pairs.encode({ pairs: Array.from(state.entries(store, prefix), ([key, value]) => ({ key, value })) });

/**
 * Answers `/store/<name>/…`: raw values of a module's store (SDK baseapp `handleQueryStore`, rootmulti and iavl
 * `Query`).
 * - `key` returns one value, on request with the ICS-23 proof of its presence or absence.
 * - `subspace` returns everything under a prefix, never with a proof. It is read at the requested height; the SDK
 *   always reads the latest.
 * - `/store/evm/root` exists only here. It returns the root of the accounts' trie, which the app hash commits to;
 *   `eth_getProof` starts from that root.
 */
function queryStore(query: StoreQuery, state: AppState): StoreAnswer {
  const { path, data, height, prove } = query;
  if (path === '/store/evm/root')
    return { value: state.stateRoot(height), proofOps: prove ? [state.proveStateRoot(height)] : [] };
  if (prove && height < FIRST_PROOF)
    throw queryError('invalidRequest', 'cannot query with proof when height <= 1; please provide a valid height');
  const [, , name = '', ...rest] = path.split('/');
  const kind = rest.length === 0 ? '' : `/${rest.join('/')}`;
  if (!isStoreName(name)) throw queryError('unknownRequest', `no such store: ${name}`);
  if (data.length === 0) throw queryError('txParseError', 'query cannot be zero length');
  if (kind !== '/key' && kind !== '/subspace') throw queryError('unknownRequest', `unexpected query path: ${kind}`);
  const reader = readerAt(state, height);
  if (kind === '/subspace') return { value: reader ? querySubspace(reader, name, data) : EMPTY_BYTES, proofOps: [] };
  if (reader === undefined) return noVersion(prove);
  const value = reader.get(name, data) ?? EMPTY_BYTES;
  return { value, proofOps: prove ? state.proveStore(height, name, data) : [] };
}

/** Returns undefined for a height that is pruned or does not exist yet. */
function readerAt(state: AppState, height: bigint): StateReader | undefined {
  try {
    return state.at(height);
  } catch (error) {
    if (error instanceof HalleyError && (error.code === 'height-pruned' || error.code === 'height-too-high'))
      return undefined;
    throw error;
  }
}

/** Answers with code 0 and no value, as the SDK does, unless the query asks for a proof. */
function noVersion(prove: boolean): StoreAnswer {
  if (prove) throw queryError('invalidRequest', 'proof is unexpectedly empty; ensure height has not been pruned');
  return { value: EMPTY_BYTES, proofOps: [], log: 'version does not exist' };
}

async function answer(request: QueryRequest, state: AppState, services: QueryServices): Promise<QueryResponse> {
  const { data, height } = request;
  const path = request.path.startsWith('/') ? request.path : `/${request.path}`;
  const good = { ...NO_ANSWER, code: 0, codespace: '', log: '', height };
  const handler = handlerOf(request.path, services);
  if (handler !== undefined) return grpcAnswer(handler, request, state, services);
  const [, root = ''] = path.split('/');
  if (root === 'app') return { ...good, codespace: 'sdk', value: await queryApp(path, data, services) };
  if (root === 'store') return { ...good, key: data, ...queryStore({ ...request, path }, state) };
  throw queryError('unknownRequest', 'unknown query path');
}

function handlerOf(path: string, { nodeFacts }: QueryServices): GrpcHandler | undefined {
  const found = GRPC.get(path);
  return found?.ofNode && nodeFacts === undefined ? undefined : found?.handler;
}

/** Answers a gRPC path. The response carries the height if the handler fails, but not if the height is invalid. */
async function grpcAnswer(
  handler: GrpcHandler,
  { data, height, prove }: QueryRequest,
  state: AppState,
  services: QueryServices,
): Promise<QueryResponse> {
  const reader = contextAt(state, height, prove);
  try {
    const value = await withRemote(state.remote, (through) => handler(data, through(reader), services));
    return { ...NO_ANSWER, code: 0, codespace: '', log: '', height, value };
  } catch (error) {
    return failed(error, height);
  }
}

/** Returns the state for a query (SDK `CreateQueryContext`). */
function contextAt(state: AppState, height: bigint, prove: boolean): StateReader {
  if (height < 0n) throw queryError('invalidRequest', 'cannot query with height < 0; please provide a valid height');
  const latest = state.height ?? 0n;
  if (height > latest)
    throw queryError('invalidHeight', 'cannot query with height in the future; please provide a valid height');
  if (prove && height <= 1n)
    throw queryError('invalidRequest', 'cannot query with proof when height <= 1; please provide a valid height');
  try {
    return state.at(height);
  } catch (error) {
    if (!(error instanceof HalleyError) || error.code !== 'height-pruned') throw error;
    throw queryError(
      'invalidRequest',
      `failed to load state at height ${height}; ${error.message} (latest height: ${latest})`,
    );
  }
}

/** Returns the response for an error, and throws errors that are bugs of ours. */
function failed(error: unknown, height: bigint): QueryResponse {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return { ...NO_ANSWER, ...failure, height };
}

function failureOf(error: unknown): QueryFailure | undefined {
  if (error instanceof SdkQueryError) return error.failure;
  if (error instanceof CodecError) return queryError('invalidRequest', error.message).failure;
  if (!(error instanceof HalleyError)) return undefined;
  if (error.code === 'height-too-high')
    return queryError('invalidHeight', 'cannot query with height in the future; please provide a valid height').failure;
  return error.code === 'height-pruned' ? queryError('invalidHeight', error.message).failure : undefined;
}
