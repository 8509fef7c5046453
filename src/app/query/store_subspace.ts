/** `/store/<name>/subspace`: everything whose key begins with the data, as the SDK's `Pairs`, ascending. */
import { ProtoWriter } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader, StoreName } from '../state/types.js';

export function querySubspace(state: StateReader, store: StoreName, prefix: Bytes): Bytes {
  const out = new ProtoWriter();
  for (const [key, value] of state.entries(store, prefix))
    out.message(1, new ProtoWriter().bytes(1, key).bytes(2, value).finish());
  return out.finish();
}
