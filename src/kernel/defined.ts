/** Returns an object without its undefined members, for a reader that tells them from absent ones. */
export function defined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
