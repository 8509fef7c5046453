/** Makes an object that always delegates to the current one of several objects with the same members. */

type Members = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: readonly unknown[]) => unknown;

/**
 * Returns an object with the members of `first`. Each access to a member reads it from the object that `current`
 * returns at that time, so a caller may keep the returned object when the current one is replaced.
 */
export function following<B extends object>(first: B, current: () => B): B {
  const now = (): Members => current() as unknown as Members;
  const members = Object.entries(Object.getOwnPropertyDescriptors(first)).map(([name, { value }]) => [
    name,
    typeof value === 'function'
      ? { enumerable: true, value: (...args: readonly unknown[]) => (now()[name] as AnyFunction)(...args) }
      : { enumerable: true, get: () => now()[name] },
  ]);
  return Object.defineProperties({}, Object.fromEntries(members)) as B;
}
