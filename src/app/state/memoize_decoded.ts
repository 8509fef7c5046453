/** Caches decoded values by the identity of their bytes: the store returns the same array until a write. */
import type { Bytes } from '../../kernel/bytes.js';

/** Returns `decode` with a cache, so that it runs once for each array. */
export function memoizeDecoded<T extends object>(decode: (value: Bytes) => T): (value: Bytes) => T {
  const decodedValues = new WeakMap<Bytes, T>();
  return (value) => {
    const known = decodedValues.get(value);
    if (known !== undefined) return known;
    const decoded = decode(value);
    decodedValues.set(value, decoded);
    return decoded;
  };
}
