/** Copies a value without sharing objects, as if it were written to a disk or sent to another process. */
export function structuredCopy<T>(value: T): T {
  return copyOf(value, new Map()) as T;
}

/** Copies a value and preserves shared references. Throws a TypeError for a function or an unexpected class. */
function copyOf(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (typeof value === 'function') throw new TypeError(`a function is no value: ${value.name}`);
  if (typeof value !== 'object' || value === null) return value;
  if (!seen.has(value)) {
    const copy = emptyCopy(value);
    seen.set(value, copy);
    if (!ArrayBuffer.isView(value))
      for (const [name, member] of Object.entries(value))
        (copy as Record<string, unknown>)[name] = copyOf(member, seen);
  }
  return seen.get(value);
}

function emptyCopy(value: object): object {
  if (Array.isArray(value)) return new Array(value.length);
  if (value instanceof Uint8Array || value instanceof Float64Array) return value.slice();
  if (Object.getPrototypeOf(value) === Object.prototype) return {};
  // A signature is computed when its bytes are first read; the copy holds only those bytes.
  if ('bytes' in value && value.bytes instanceof Uint8Array) return { bytes: value.bytes.slice() };
  throw new TypeError(`a ${value.constructor.name} is no value`);
}
