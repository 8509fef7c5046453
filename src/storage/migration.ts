/** Leads from one version of the store to the next. */
import type { Store, WriteOp } from './store.js';

export interface Migration {
  /** The version before the migration; after it the store has the next one. */
  readonly from: number;
  /**
   * Yields the writes in batches; absent when no record changes. A process that ends in the middle leaves the version as it
   * was. The next process then runs the whole migration again over what is written.
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
