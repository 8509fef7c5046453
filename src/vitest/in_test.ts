/** Undoes after a test what the test did to a chain. */
import type { RevertOptions } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';

export interface Undoable<Id> {
  snapshot(): Promise<Id>;
  revert(id: Id, options?: RevertOptions): Promise<boolean>;
}

/**
 * Resolves to a function that undoes all that happens from now on, the mining mode and impersonation included. That
 * function rejects when the test has reverted the chain to an earlier snapshot itself.
 */
export async function inTest<Id>(chain: Undoable<Id>): Promise<() => Promise<void>> {
  const id = await chain.snapshot();
  return async () => {
    if (!(await chain.revert(id, { settings: true })))
      throw new HalleyError(
        'conflict',
        'what the test did cannot be undone: it reverted the chain to a snapshot from before the test',
      );
  };
}
