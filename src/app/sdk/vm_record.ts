/**
 * Stores a fact about the beginning of a chain as one key of the `vm` store, so the app hash covers it. A chain without
 * the fact has no such key.
 */
import type { Codec } from '../../codec/protobuf/message.js';
import { utf8 } from '../../kernel/text.js';
import { memoizeDecoded } from '../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../state/types.js';

export interface VmRecord<T> {
  write(state: WorkingState, record: T): void;
  /** Returns undefined on a chain without the record. */
  read(state: StateReader): T | undefined;
}

/** Makes the record of a name, which is its key. */
export function vmRecord<T extends object>(name: string, codec: Codec<T>): VmRecord<T> {
  const key = utf8(name);
  const decode = memoizeDecoded((value) => codec.decode(value));
  return {
    write: (state, record) => state.set('vm', key, codec.encode(record)),
    read: (state) => {
      const value = state.get('vm', key);
      return value && decode(value);
    },
  };
}
