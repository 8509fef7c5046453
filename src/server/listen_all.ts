/** Serves one handler on several addresses: all of them open or none. The handler is stopped before they close. */
import { type Listener, type ListenOptions, listen, uncaught } from './listener.js';

export interface ListenAllOptions extends Omit<ListenOptions, 'address'> {
  readonly addresses: readonly string[];
}

export interface Listeners {
  /** Listeners in the order of the addresses. */
  readonly all: readonly Listener[];
  /** Stops the handler, then closes all listeners. */
  close(): Promise<void>;
}

/** Opens the listeners. Throws the error of `listen` for the first address that fails. */
export async function listenAll({ addresses, ...options }: ListenAllOptions): Promise<Listeners> {
  const { handler, onCrash = uncaught } = options;
  const all: Listener[] = [];
  const closeAll = async (): Promise<void> => {
    await Promise.all(all.map((listener) => listener.close()));
  };
  try {
    for (const address of addresses) all.push(await listen({ ...options, address }));
  } catch (error) {
    await closeAll();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    try {
      handler.stop?.();
    } catch (error) {
      onCrash(handler.name, error);
    }
    return closeAll();
  };
  return { all, close: () => (closing ??= close()) };
}
