/** Identifies this chain among others, and across resets. */
import type { Bytes } from '../../kernel/bytes.js';

/** Rules of the chain from its genesis on, with the names of EIP-7910. */
export interface EvmForkConfig {
  /** 4 bytes (EIP-6122). They follow from the genesis alone, because no fork comes after it. */
  readonly forkId: Bytes;
  readonly precompiles: ReadonlyMap<string, Bytes>;
  readonly systemContracts: ReadonlyMap<string, Bytes>;
  /** Fraction of EIP-7840's blob schedule; `undefined` before Cancun, which introduced blobs. */
  readonly blobFeeUpdateFraction: number | undefined;
}

export interface EvmInstance {
  /** Returns 32 bytes that no other chain has. They change with a reset and differ in each process. */
  instanceId(): Bytes;
  /** Unix time in seconds. */
  readonly genesisTime: bigint;
  /** Name of the chain's fork: `osaka`, or that of its genesis document. */
  readonly hardfork: string;
  forkConfig(): EvmForkConfig;
}
