/** Reverts a chain after a test. */
import type { RevertOptions } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';

export interface Undoable<Id> {
  snapshot(): Promise<Id>;
  revert(id: Id, options?: RevertOptions): Promise<boolean>;
}

/**
 * Resolves to a function that reverts all changes from now on, including the mining mode and impersonation. That
 * function rejects when the test has reverted the chain to an earlier snapshot itself.
 */
export async function inTest<Id>(chain: Undoable<Id>): Promise<() => Promise<void>> {
  const id = await chain.snapshot();
  return async () => {
    if (!(await chain.revert(id, { settings: true })))
      throw new HalleyError(
        'conflict',
        'cannot revert the changes of the test: the test reverted the chain to an earlier snapshot',
      );
  };
}
