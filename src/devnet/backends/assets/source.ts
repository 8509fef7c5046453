/** A simulated chain of which the asset API speaks. */
import type { Chain } from '../../chain/chain.js';
import type { ChainClock } from '../../clock/chain_clock.js';

export interface AssetSource {
  readonly chain: Chain;
  readonly clock: Pick<ChainClock, 'peek'>;
  /** Short, in lower case; without it the beginning of the chain id. */
  readonly name?: string;
  /** For people; without it the name. */
  readonly prettyName?: string;
}
