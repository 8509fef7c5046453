/** Opens and closes all chains of a devnet besides its own. */
import type { Chain } from '../chain/chain.js';
import { readHomeChains, writeHomeChains } from '../home/home_chains.js';
import { readPlan } from '../plan/read_plan.js';
import { type Counterparty, type CounterpartyDeps, openCounterparty } from './counterparty.js';
import { joinChains } from './join_chains.js';

/**
 * Opens the chains of the plan, then those of the options, in their order; all or none. Throws HalleyError
 * `corrupt-store` when the home folder has lost one of them.
 */
export async function openCounterparties(own: Chain, around: CounterpartyDeps): Promise<readonly Counterparty[]> {
  const { chains: asked = [], home } = around.options;
  const opened: Counterparty[] = [];
  const known = home === undefined ? [] : (readHomeChains(own.store) ?? []);
  try {
    for (const options of joinChains(readPlan(own.plan).chains, asked, own.genesis.chainId)) {
      const isKnown = known.some(({ id }) => id === options.id);
      opened.push(await openCounterparty(options, opened.length + 1, around, isKnown));
    }
    if (home !== undefined && opened.length > 0) await writeHomeChains(own.store, opened);
    return opened;
  } catch (error) {
    await closeCounterparties(opened);
    throw error;
  }
}

/** Opens the servers of all chains, first those whose options configure servers. Throws what `openListeners` throws. */
export async function listenOnCounterparties(chains: readonly Counterparty[]): Promise<void> {
  const asked = chains.filter(({ hasOwnPorts }) => hasOwnPorts);
  const counted = chains.filter(({ hasOwnPorts }) => !hasOwnPorts);
  for (const chain of [...asked, ...counted]) await chain.listen();
}

export async function closeCounterparties(chains: readonly Counterparty[]): Promise<void> {
  await Promise.all(chains.map((chain) => chain.close()));
}
