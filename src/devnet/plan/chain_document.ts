/** Makes the genesis document of a chain from its description. */
import { counterpartyGenesis, derivedEvmChainId } from '../../config/counterparty_genesis.js';
import { HalleyError } from '../../kernel/errors.js';
import type { PlannedChain } from '../options/chain_options.js';
import { evmChoices } from '../options/evm_options.js';

/** Returns the seed of one chain among several. The validators' keys, accounts and randomness of each chain differ. */
export const seedOf = (seed: string, chainId: string): string => `${seed} ${chainId}`;

/** Returns the name of a chain. The default is the letters at the beginning of its id. */
export const nameOf = ({ id, name }: Pick<PlannedChain, 'id' | 'name'>): string =>
  name ?? (/^[a-z]+/.exec(id.toLowerCase())?.[0] || 'chain');

/** Returns the name for people, such as `Hub`. */
export function prettyNameOf(chain: Pick<PlannedChain, 'id' | 'name' | 'prettyName'>): string {
  const name = nameOf(chain);
  return chain.prettyName ?? `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/**
 * Returns the genesis document as parsed JSON. Throws HalleyError `invalid-genesis` for a document of another chain.
 */
export function documentOf(chain: PlannedChain, seed: string): unknown {
  const { id, genesis } = chain;
  if (genesis !== undefined) {
    const named = (genesis as { chain_id?: unknown } | null)?.chain_id;
    if (named === id) return genesis;
    throw new HalleyError(
      'invalid-genesis',
      `chain "${id}": its genesis document is for the chain ${JSON.stringify(named)}`,
    );
  }
  const name = nameOf(chain);
  const denom = chain.denom ?? `u${name}`;
  const symbol = chain.symbol ?? name.toUpperCase();
  return counterpartyGenesis({
    id,
    prettyName: prettyNameOf(chain),
    bech32Prefix: chain.bech32Prefix ?? name,
    denom,
    symbol,
    decimals: chain.decimals ?? (denom.startsWith('a') ? 18 : 6),
    evmChainId: chain.evmChainId === undefined ? derivedEvmChainId(id) : BigInt(chain.evmChainId),
    packetForward: chain.packetForward ?? false,
    evm: evmChoices(chain),
    seed,
    appState: chain.appState ?? {},
  });
}
