/** Opens and closes all chains of a devnet besides its own. */
import { HalleyError } from '../../kernel/errors.js';
import type { ChainNode } from '../chain_node.js';
import { readHomeChains, writeHomeChains } from '../home/home_chains.js';
import type { Host } from '../host.js';
import {
  CHAIN_ID,
  type ChainOptions,
  EXPECTED_CHAIN_ID,
  type PlannedChain,
  twoChains,
} from '../options/chain_options.js';
import { readPlan } from '../plan/read_plan.js';
import { Counterparty } from './counterparty.js';

/** Most chains, because more would not fit into one process. */
const MAX_CHAINS = 64;

const invalidChains = (message: string, facts: Readonly<Record<string, unknown>>): HalleyError =>
  new HalleyError('invalid-argument', message, facts);

/** Joins the chains of the options with those of the genesis document's plan. Throws HalleyError `invalid-argument`. */
function joinChains(
  planned: readonly PlannedChain[],
  asked: readonly ChainOptions[],
  own: string,
): readonly ChainOptions[] {
  const inPlan = new Map(planned.map((chain) => [chain.id, chain]));
  const joined = [
    ...planned.map((chain) => ({ ...chain, ...asked.find(({ id }) => id === chain.id) })),
    ...asked.filter(({ id }) => !inPlan.has(id)),
  ];
  if (joined.length > MAX_CHAINS)
    throw invalidChains(`${joined.length} chains, expected at most ${MAX_CHAINS} besides the devnet's own`, {});
  const seen = new Set([own]);
  for (const { id } of joined) {
    if (!CHAIN_ID.test(id))
      throw invalidChains(`the chain id is ${JSON.stringify(id)}, expected ${EXPECTED_CHAIN_ID}`, { id });
    if (seen.has(id)) throw twoChains(id);
    seen.add(id);
  }
  return joined;
}

/**
 * Opens the chains of the plan, then those of the options, in their order; all or none. Throws HalleyError
 * `corrupt-store` when the home folder has lost one of them.
 */
export async function openCounterparties(own: ChainNode, host: Host): Promise<readonly Counterparty[]> {
  const { chains: asked = [], home } = host.options;
  const { store, plan, genesis } = own.chain;
  const opened: Counterparty[] = [];
  const known = home === undefined ? [] : (readHomeChains(store) ?? []);
  try {
    for (const options of joinChains(readPlan(plan).chains, asked, genesis.chainId)) {
      const isKnown = known.some(({ id }) => id === options.id);
      opened.push(await Counterparty.open(options, opened.length + 1, isKnown, own, host));
    }
    if (home !== undefined && opened.length > 0) await writeHomeChains(store, opened);
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
