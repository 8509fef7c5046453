/** A value without the objects of the one it is made of: what would be left of it after a disk, or in another process. */
export function structuredCopy<T>(value: T): T {
  return copyOf(value, new Map()) as T;
}

/** What is one object stays one; a function or a class that nobody expected is no value. */
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
  // A signature is made when its bytes are first read; then it is no more than they.
  if ('bytes' in value && value.bytes instanceof Uint8Array) return { bytes: value.bytes.slice() };
  throw new TypeError(`a ${value.constructor.name} is no value`);
}
