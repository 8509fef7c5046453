/**
 * `/store/<name>/…`: raw values of a module's store (SDK baseapp `handleQueryStore`, rootmulti and iavl `Query`). `key`
 * is one value, with the ICS-23 proof of presence or absence when asked; `subspace` is everything under a prefix, never
 * with a proof. `/store/evm/root` is ours: the root of the accounts' trie, proved against the app hash, from which
 * `eth_getProof` goes on. Unlike the SDK, a subspace is that of the height that is asked for, not always the latest.
 */
import type { QueryResponse } from '../../abci/application.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { queryError } from '../sdk/query/failure.js';
import { type AppState, STORE_NAMES, type StateReader, type StoreName } from '../state/types.js';
import { querySubspace } from './store_subspace.js';

type StoreAnswer = Pick<QueryResponse, 'value' | 'proofOps'> & { readonly log?: string };

interface StoreQuery {
  readonly path: string;
  readonly data: Bytes;
  readonly height: bigint;
  readonly prove: boolean;
}

/** The lowest height with a proof, by the SDK's rule. */
const FIRST_PROOF = 2n;

const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);

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

/** Undefined for a height that is pruned or not there yet. */
function readerAt(state: AppState, height: bigint): StateReader | undefined {
  try {
    return state.at(height);
  } catch (error) {
    if (error instanceof HalleyError && (error.code === 'height-pruned' || error.code === 'height-too-high'))
      return undefined;
    throw error;
  }
}

/** The SDK answers code 0 without a value, unless a proof was asked for. */
function noVersion(prove: boolean): StoreAnswer {
  if (prove) throw queryError('invalidRequest', 'proof is unexpectedly empty; ensure height has not been pruned');
  return { value: EMPTY_BYTES, proofOps: [], log: 'version does not exist' };
}
