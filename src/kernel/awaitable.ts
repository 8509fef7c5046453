/** Values that are there at once, most of the time: nothing waits for them then. */

export type Awaitable<T> = T | Promise<T>;

export const isPromise = <T>(value: Awaitable<T>): value is Promise<T> => value instanceof Promise;

/** `next` of the value; at once when it is there. */
export const whenKnown = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  isPromise(value) ? value.then(next) : next(value);

/** `next` of what `act` gives, `failed` of what it throws, at once or later. */
export function settle<T, R>(
  act: () => Awaitable<T>,
  next: (value: T) => R,
  failed: (error: unknown) => R,
): Awaitable<R> {
  let value: Awaitable<T>;
  try {
    value = act();
  } catch (error) {
    return failed(error);
  }
  return isPromise(value) ? value.then(next, failed) : next(value);
}
