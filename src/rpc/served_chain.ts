/** Defines a chain whose interfaces another handler passes on, besides the chain's own servers. */
import type { CometBackend } from '../backend/comet.js';
import type { ChainControls } from '../backend/controls.js';
import type { EvmEvents } from '../backend/evm/blocks.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { LogFeed } from '../backend/log.js';
import type { KeptRounds, RoundFeed } from '../backend/rounds.js';
import type { SdkBackend } from '../backend/sdk.js';
import type { ProtocolHandler } from './protocol_handler.js';

/** Keys that a page of this machine may show, so that a wallet can have them. */
export interface ChainKeys {
  /** Words that are public; absent when the keys come from others, which the node does not know. */
  readonly mnemonic?: string;
  /** 0x hex. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** Chain that the dashboard shows: also that of another program's application, which has no EVM. */
export interface ShownChain {
  /** Id of the consensus chain. */
  readonly id: string;
  /** Backend of the chain that is served now; `undefined` for the application of another program. */
  readonly evm: EvmBackend | undefined;
  readonly comet: Pick<CometBackend, 'height' | 'block' | 'commit'>;
  /** Events of the chain, and of each that replaces it. */
  readonly events: EvmEvents;
  readonly rounds: RoundFeed;
  /** Rounds of the last blocks; `undefined` where an engine in another process decides the blocks. */
  readonly keptRounds: KeptRounds | undefined;
  readonly log: LogFeed;
  /** Returns how many transactions the mempool holds. */
  pooledCounts(): { readonly pending: number; readonly queued: number };
  /** Returns how blocks are made, and the faults, now. */
  controls(): ChainControls;
  /** Returns the keys of the accounts for which the node signs. */
  keys(): ChainKeys;
  /** Maps the names of the chain's servers to their addresses, such as `http://127.0.0.1:8545`. */
  urls(): Readonly<Record<string, string>>;
  /**
   * Returns the handler of the EVM JSON-RPC, which the first call makes. Without `evm` it has only methods that control
   * the network.
   */
  evmHandler(): ProtocolHandler;
  /** Loads the services of the chain. */
  sdk(): Promise<SdkBackend>;
  /** Returns the handler of the CometBFT RPC, which the first call makes. */
  cometHandler(): ProtocolHandler;
}

/** Chain of our application. */
export interface ServedChain extends ShownChain {
  readonly evm: EvmBackend;
}
