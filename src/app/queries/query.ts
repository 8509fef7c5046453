/**
 * Dispatches ABCI queries by path, and answers errors with the SDK's texts (consensus-rpc.md 12.3; SDK baseapp
 * `Query`). Each gRPC path is one file in its module. This file collects them and implements what all paths share.
 */
import type { QueryRequest, QueryResponse } from '../../abci/application.js';
import { CodecError } from '../../codec/codec_error.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { MODULES } from '../modules/assembly.js';
import type { Query } from '../sdk/query/define_query.js';
import { type QueryFailure, queryError, SdkQueryError } from '../sdk/query/failure.js';
import type { GrpcHandler, QueryServices } from '../sdk/query/handler.js';
import { withRemote } from '../state/remote/with_remote.js';
import type { AppState, StateReader } from '../state/types.js';
import { queryApp } from './app.js';
import { SERVICE_QUERIES } from './services/queries/index.generated.js';
import { queryStore } from './store.js';

const MODULE_QUERIES = MODULES.flatMap(({ queries }) => queries);
const GRPC = new Map<string, Query>([...MODULE_QUERIES, ...SERVICE_QUERIES].map((query) => [query.path, query]));

const NO_ANSWER = { info: '', index: 0n, key: EMPTY_BYTES, value: EMPTY_BYTES, proofOps: [] } as const;

export async function query(request: QueryRequest, state: AppState, services: QueryServices): Promise<QueryResponse> {
  const height = request.height === 0n ? (state.height ?? 0n) : request.height;
  try {
    return await answer({ ...request, height }, state, services);
  } catch (error) {
    return failed(error, 0n);
  }
}

async function answer(request: QueryRequest, state: AppState, services: QueryServices): Promise<QueryResponse> {
  const { data, height } = request;
  const path = request.path.startsWith('/') ? request.path : `/${request.path}`;
  const good = { ...NO_ANSWER, code: 0, codespace: '', log: '', height };
  const handler = handlerOf(request.path, services);
  if (handler !== undefined) return grpcAnswer(handler, request, state, services);
  const [, root = ''] = path.split('/');
  if (root === 'app') return { ...good, ...(await queryApp(path, data, services)) };
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
