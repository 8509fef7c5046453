/** Joins the chains of the options with those of the genesis document's plan. */
import { HalleyError } from '../../kernel/errors.js';
import {
  CHAIN_ID,
  type ChainOptions,
  EXPECTED_CHAIN_ID,
  type PlannedChain,
  twoChains,
} from '../options/chain_options.js';

/** Limits the chains, because more would not fit into one process. */
const MAX_CHAINS = 64;

const bad = (message: string, facts: Readonly<Record<string, unknown>>): HalleyError =>
  new HalleyError('invalid-argument', message, facts);

/** Returns one list of chains. Throws HalleyError `invalid-argument`. */
export function joinChains(
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
    throw bad(`${joined.length} chains, expected at most ${MAX_CHAINS} besides the devnet's own`, {});
  const seen = new Set([own]);
  for (const { id } of joined) {
    if (!CHAIN_ID.test(id)) throw bad(`the chain id is ${JSON.stringify(id)}, expected ${EXPECTED_CHAIN_ID}`, { id });
    if (seen.has(id)) throw twoChains(id);
    seen.add(id);
  }
  return joined;
}
