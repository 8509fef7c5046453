/**
 * Makes a backend of a forked chain safe: a read of state that nobody has fetched, and that no caller below waits for,
 * is refused instead of crashing its request. The state is fetched meanwhile, so the same request can succeed later.
 */
import type { Remote } from '../../app/state/remote_source.js';
import { AbsentRemote } from '../../evm/absent_remote.js';
import { absentState } from '../runtime/fatal.js';

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Returns the backend with the same members. Without `remote` it is the backend itself. */
export function refusingAbsent<B extends object>(backend: B, remote: Remote | undefined): B {
  if (remote === undefined) return backend;
  const members = Object.entries(Object.getOwnPropertyDescriptors(backend)).map(([name, descriptor]) => [
    name,
    typeof descriptor.value === 'function'
      ? { ...descriptor, value: guarded(descriptor.value as AnyFunction, backend, remote) }
      : descriptor,
  ]);
  return Object.create(Object.getPrototypeOf(backend), Object.fromEntries(members)) as B;
}

const guarded =
  (act: AnyFunction, backend: object, remote: Remote): AnyFunction =>
  (...args) => {
    try {
      const result = act.apply(backend, args as unknown[]);
      return result instanceof Promise ? result.catch((error: unknown) => refuse(error, remote)) : result;
    } catch (error) {
      return refuse(error, remote);
    }
  };

function refuse(error: unknown, remote: Remote): never {
  if (!(error instanceof AbsentRemote)) throw error;
  // The next request reports a failure of this fetch.
  void remote.fetch([error.key]).catch(() => undefined);
  throw absentState(error);
}
