/** Wraps a dispatcher so that an observer sees its calls without changing them. */
import type { Dispatcher } from './dispatcher.js';

export interface CallWatch {
  /** Whether the observer needs no reports. */
  readonly quiet: boolean;
  called(method: string): void;
  /** Reports a failed call; `thrown` is what the dispatcher threw. */
  failed(method: string, thrown: unknown): void;
}

export const watched = <C>(dispatcher: Dispatcher<C>, watch: CallWatch): Dispatcher<C> => ({
  call(context, method, params) {
    if (watch.quiet) return dispatcher.call(context, method, params);
    watch.called(method);
    const failed = (error: unknown): void => watch.failed(method, error);
    try {
      const result = dispatcher.call(context, method, params);
      if (result instanceof Promise) result.catch(failed);
      return result;
    } catch (error) {
      failed(error);
      throw error;
    }
  },
});
