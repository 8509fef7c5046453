/** Answers `/store/<name>/subspace`: all entries whose keys begin with the data, as the SDK's `Pairs`, ascending. */
import { bytes, repeated } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader, StoreName } from '../state/types.js';

const Pair = message('cosmos.store.internal.kv.v1beta1.Pair', { key: bytes(1), value: bytes(2) });
const Pairs = message('cosmos.store.internal.kv.v1beta1.Pairs', { pairs: repeated(1, Pair) });

export const querySubspace = (state: StateReader, store: StoreName, prefix: Bytes): Bytes =>
  Pairs.encode({ pairs: Array.from(state.entries(store, prefix), ([key, value]) => ({ key, value })) });
