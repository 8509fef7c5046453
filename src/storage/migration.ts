/** Defines migrations from one version of the store to the next. */
import type { Store, WriteOp } from './store.js';

export interface Migration {
  /** Is the version before the migration. Afterwards the store has the next version. */
  readonly from: number;
  /**
   * Yields the writes in batches. It is absent when no record changes. When the process ends during a migration, the
   * version stays the same, and the next process runs the whole migration again on the partly migrated records.
   */
  readonly rewrite?: (store: Pick<Store, 'get' | 'entries' | 'keys'>) => AsyncIterable<readonly WriteOp[]>;
}

/** Returns the steps from one version to another in order, or undefined when one is missing. */
export function stepsBetween(
  from: number,
  to: number,
  migrations: readonly Migration[],
): readonly Migration[] | undefined {
  const steps = Array.from({ length: to - from }, (_, i) => migrations.find((step) => step.from === from + i));
  return steps.every((step) => step !== undefined) ? steps : undefined;
}
