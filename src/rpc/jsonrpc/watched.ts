/** A dispatcher whose calls somebody hears of, without a part in them. */
import type { Dispatcher } from './dispatcher.js';

export interface CallWatch {
  /** Nobody hears anything now. */
  readonly quiet: boolean;
  called(method: string): void;
  /** `thrown` is what the dispatcher threw. */
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
