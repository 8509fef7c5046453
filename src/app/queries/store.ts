/**
 * Answers `/store/<name>/…`: raw values of a module's store (SDK baseapp `handleQueryStore`, rootmulti and iavl
 * `Query`).
 * - `key` returns one value, on request with the ICS-23 proof of its presence or absence.
 * - `subspace` returns everything under a prefix, never with a proof. It is read at the requested height; the SDK
 *   always reads the latest.
 * - `/store/evm/root` exists only here. It returns the root of the accounts' trie, which the app hash commits to;
 *   `eth_getProof` starts from that root.
 */
import type { QueryResponse } from '../../abci/application.js';
import { bytes, repeated } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { queryError } from '../sdk/query/failure.js';
import { type AppState, STORE_NAMES, type StateReader, type StoreName } from '../state/types.js';

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

export function queryStore(query: StoreQuery, state: AppState): StoreAnswer {
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
