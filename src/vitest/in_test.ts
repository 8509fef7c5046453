/** Undoes after a test what the test did to a chain. */

export interface Undoable<Id> {
  snapshot(): Promise<Id>;
  revert(id: Id): Promise<boolean>;
}

/** Resolves to what undoes all that happens from now on. Rejects there when the test has used up the way back. */
export async function inTest<Id>(chain: Undoable<Id>): Promise<() => Promise<void>> {
  const id = await chain.snapshot();
  return async () => {
    if (!(await chain.revert(id)))
      throw new Error('what the test did cannot be undone: it reverted the chain to a snapshot from before the test');
  };
}
