/** What tells this chain from others, and from itself before it was reset. */
import type { Bytes } from '../../kernel/bytes.js';

/** The rules that the chain has from its genesis on, by the names of EIP-7910. */
export interface EvmForkConfig {
  /** 4 bytes (EIP-6122): of the genesis alone, as no fork comes after it. */
  readonly forkId: Bytes;
  readonly precompiles: ReadonlyMap<string, Bytes>;
  readonly systemContracts: ReadonlyMap<string, Bytes>;
  /** The fraction of EIP-7840's blob schedule; undefined before Cancun, which brought blobs. */
  readonly blobFeeUpdateFraction: number | undefined;
}

export interface EvmInstance {
  /** 32 bytes that no other chain has; others after a reset and in each process. */
  instanceId(): Bytes;
  /** Unix seconds. */
  readonly genesisTime: bigint;
  /** The fork whose rules the chain has: `osaka`, or what its genesis document names. */
  readonly hardfork: string;
  forkConfig(): EvmForkConfig;
}
