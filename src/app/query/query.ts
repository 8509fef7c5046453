/**
 * ABCI Query: paths to handlers, errors in the SDK's words (consensus-rpc.md 12.3). A path is one file; this one is the
 * list of them.
 */
import type { QueryRequest, QueryResponse } from '../../abci/application.js';
import { CodecError } from '../../codec/codec_error.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { queryAccount } from '../auth/queries/account.js';
import { queryAllBalances } from '../bank/queries/all_balances.js';
import { queryBalance } from '../bank/queries/balance.js';
import type { AppState, StateReader } from '../state/types.js';
import { queryAppVersion } from './app_version.js';
import { type QueryFailure, queryError, SdkQueryError } from './failure.js';
import { queryStore } from './store_key.js';

/** Answers a protobuf request from the state at a height; throws QueryFailure. */
type GrpcHandler = (request: Uint8Array, state: StateReader) => Uint8Array;

const GRPC: Readonly<Record<string, GrpcHandler>> = {
  '/cosmos.auth.v1beta1.Query/Account': queryAccount,
  '/cosmos.bank.v1beta1.Query/AllBalances': queryAllBalances,
  '/cosmos.bank.v1beta1.Query/Balance': queryBalance,
};

const NO_ANSWER = { info: '', index: 0n, key: EMPTY_BYTES, value: EMPTY_BYTES, proofOps: [] } as const;

export function query(request: QueryRequest, state: AppState): QueryResponse {
  try {
    return answer(request, state);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { ...NO_ANSWER, ...failure, height: request.height };
  }
}

function answer({ path, data, height, prove }: QueryRequest, state: AppState): QueryResponse {
  const at = height === 0n ? (state.height ?? 0n) : height;
  const good = { ...NO_ANSWER, code: 0, codespace: '', log: '', height: at };
  if (path === '/app/version') return { ...good, value: queryAppVersion() };
  if (path.startsWith('/store/')) return { ...good, key: data, ...queryStore(path, data, at, prove, state) };
  const handler = Object.hasOwn(GRPC, path) ? GRPC[path] : undefined;
  if (handler === undefined) throw queryError('unknownRequest', 'unknown query path');
  return { ...good, value: handler(data, state.at(at)) };
}

/** Undefined for a bug of ours. */
function failureOf(error: unknown): QueryFailure | undefined {
  if (error instanceof SdkQueryError) return error.failure;
  if (error instanceof CodecError) return queryError('invalidRequest', error.message).failure;
  if (!(error instanceof HalleyError)) return undefined;
  if (error.code === 'height-too-high')
    return queryError('invalidHeight', 'cannot query with height in the future; please provide a valid height').failure;
  if (error.code === 'height-pruned') return queryError('invalidHeight', error.message).failure;
  return undefined;
}
