/** Handles values that are usually available at once, so that no promise is created for them. */

export type Awaitable<T> = T | Promise<T>;

export const isPromise = <T>(value: Awaitable<T>): value is Promise<T> => value instanceof Promise;

/** Calls `next` with the value: at once when it is available, otherwise when the promise resolves. */
export const whenKnown = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  isPromise(value) ? value.then(next) : next(value);

/** Calls `next` with the result of `act`, or `failed` with its error, at once or when the promise settles. */
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
