/**
 * Reads a state over another chain's outside of any execution. A value that is absent is fetched, and the read runs
 * again. Nothing is fetched in advance; `with_remote.ts` does that for work that reads much.
 */
import { AbsentRemote } from '../../../evm/absent_remote.js';
import { type Awaitable, isPromise } from '../../../kernel/awaitable.js';
import type { Remote } from '../remote_source.js';

/**
 * Runs `read`, and again after each fetch of a value that was absent, so it must leave no effect when it throws
 * AbsentRemote. The result is no promise where `read` returns none and nothing is absent. Rejects with HalleyError
 * `unavailable`.
 */
export function fetching<T>(remote: Remote | undefined, read: () => Awaitable<T>): Awaitable<T> {
  if (remote === undefined) return read();
  try {
    const value = read();
    return isPromise(value) ? value.catch((error: unknown) => fetchedAfter(remote, read, error)) : value;
  } catch (error) {
    return fetchedAfter(remote, read, error);
  }
}

async function fetchedAfter<T>(remote: Remote, read: () => Awaitable<T>, absent: unknown): Promise<T> {
  for (let error = absent; ; ) {
    if (!(error instanceof AbsentRemote)) throw error;
    await remote.fetch([error.key]);
    try {
      return await read();
    } catch (again) {
      error = again;
    }
  }
}
