/** Returns a function that computes a value when it is first called, and returns the same value from then on. */
export function once<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
