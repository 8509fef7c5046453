/**
 * `/store/<name>/key`: a raw value of a module's store, with the ICS-23 proof of presence or absence when asked.
 * `/store/evm/root` is ours: the root of the accounts' trie, proved against the app hash, from which `eth_getProof` goes
 * on.
 */
import type { QueryResponse } from '../../abci/application.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { type AppState, STORE_NAMES, type StoreName } from '../state/types.js';
import { queryError } from './failure.js';

type StoreAnswer = Pick<QueryResponse, 'value' | 'proofOps'>;

const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);

export function queryStore(path: string, key: Bytes, height: bigint, prove: boolean, state: AppState): StoreAnswer {
  const [, , name = '', kind = ''] = path.split('/');
  if (path === '/store/evm/root')
    return { value: state.stateRoot(height), proofOps: prove ? [state.proveStateRoot(height)] : [] };
  if (!isStoreName(name)) throw queryError('unknownRequest', `no such store: ${name}`);
  if (kind !== 'key') throw queryError('unknownRequest', `unexpected query path: /${kind}`);
  if (key.length === 0) throw queryError('invalidRequest', 'query key cannot be empty');
  const value = state.at(height).get(name, key) ?? EMPTY_BYTES;
  return { value, proofOps: prove ? state.proveStore(height, name, key) : [] };
}
