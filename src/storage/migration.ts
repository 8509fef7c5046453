/** One step from a version of the store's form to the next. */
import type { Store, WriteOp } from './port.js';

export interface Migration {
  /** The version that it leads from, to the next one. */
  readonly from: number;
  /**
   * Yields the writes in batches; absent where the records stay as they are. A process that ends in the middle leaves the
   * version as it was, so the next one runs the whole migration again over what is written.
   */
  readonly rewrite?: (store: Pick<Store, 'get' | 'entries' | 'keys'>) => AsyncIterable<readonly WriteOp[]>;
}

/** Returns the steps from a version to another one in order; undefined where one is missing. */
export function stepsBetween(
  from: number,
  to: number,
  migrations: readonly Migration[],
): readonly Migration[] | undefined {
  const steps = Array.from({ length: to - from }, (_, i) => migrations.find((step) => step.from === from + i));
  return steps.every((step) => step !== undefined) ? steps : undefined;
}
