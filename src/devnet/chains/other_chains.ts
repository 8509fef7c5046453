/**
 * Finds the chains that a home folder holds besides the devnet's own: in its list, in the plan of its genesis, and by
 * folders.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HalleyError } from '../../kernel/errors.js';
import type { Store } from '../../storage/store.js';
import { readStoredGenesis } from '../chain/stored_genesis.js';
import { readHomeChains } from '../home/home_chains.js';
import { readPlan } from '../plan/read_plan.js';

export interface OtherChain {
  readonly id: string;
  /**
   * Whether a folder without the chain means that the chain is lost; false for a folder that neither list nor plan
   * names.
   */
  readonly isExpected: boolean;
}

/** Returns the chains. `store` is that of the devnet's own chain; `blocks` counts its blocks that could be executed. */
export function otherChains(home: string, store: Store, own: { readonly blocks: number }): readonly OtherChain[] {
  // The plan replaces a list that is missing or damaged. The devnet's own chain makes a second block only when all
  // chains of the plan exist.
  const listed = readable(() => readHomeChains(store)?.map(({ id }) => id));
  const planned = readable(() => readPlan(readStoredGenesis(store)?.plan).chains.map(({ id }) => id));
  const expected = new Set(listed ?? (own.blocks > 1 ? planned : undefined));
  const found = foldersIn(join(home, 'chains')).filter((id) => !expected.has(id));
  return [
    ...Array.from(expected, (id) => ({ id, isExpected: true })),
    ...found.map((id) => ({ id, isExpected: false })),
  ];
}

/** Returns undefined for a damaged record, which the verification of the own chain reports. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof HalleyError) return undefined;
    throw error;
  }
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
