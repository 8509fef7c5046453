/** Describes a chain to this entry: a devnet, one of its chains, or the fixture `server`. */
import type { DevnetAccount, EvmProvider, NativeCurrency, Urls } from '../devnet/index.js';

interface ChainFacts {
  /** The consensus chain's id: `halley_31337-1`. */
  readonly chainId: string;
  /** The chain id of EIP-155. */
  readonly evmChainId: bigint | number;
  readonly nativeCurrency: NativeCurrency;
  /** The accounts that the node signs for, with their keys. */
  readonly accounts: readonly Pick<DevnetAccount, 'address' | 'privateKey'>[];
  readonly urls: Pick<Urls, 'evmHttp' | 'evmWs'>;
}

/** Describes a chain in this process: a `Devnet`, or one of `devnet.chains`. */
export interface ChainInProcess extends ChainFacts {
  readonly provider: Pick<EvmProvider, 'request'>;
}

/** Describes a chain that another process holds: the fixture `server` of `halley-devnet/vitest`. */
export interface ListeningChain extends ChainFacts {
  readonly provider?: never;
}
