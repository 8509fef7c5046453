/**
 * The plan of a devnet of several chains: the counterparties, the channels between them, and what is sent before anybody
 * asks. A genesis document has it in its member `halley.network`, which is no part of `app_state` and of which the engine
 * and the hashes of the genesis know nothing.
 */
import { EMPTY_RELAYER_GENESIS, type RelayerGenesis } from '../../relayer/genesis.js';
import type { EvmOptions } from '../evm_options.js';
import type { MiningMode } from '../mining/mining_mode.js';

/** A chain besides the devnet's own. What is left out follows from its id. */
export interface PlannedChain extends EvmOptions {
  /** The consensus chain's id: `hub-1`. */
  readonly id: string;
  /** Short, in lower case: `hub`, the letters at the beginning of the id. */
  readonly name?: string;
  readonly prettyName?: string;
  /** Of its addresses; the name. */
  readonly bech32Prefix?: string;
  /** What pays for gas there, of which every development account owns some; `u` and the name. */
  readonly denom?: string;
  /** As wallets show it; the name in capitals. */
  readonly symbol?: string;
  /** Of the symbol; 18 for a denom that begins with `a`, otherwise 6. */
  readonly decimals?: number;
  /** EIP-155's number; one that follows from the id. */
  readonly evmChainId?: bigint | number;
  /** Validators to appoint, 1 to 200; 1. */
  readonly validators?: number;
  /** Packet forwarding; false. */
  readonly packetForward?: boolean;
  /** Members of its `app_state` that replace those which follow from the rest; of `bank`, only the members given. */
  readonly appState?: Readonly<Record<string, unknown>>;
  /** A whole genesis document as parsed JSON, instead of all of the above but `validators`. It must name the same id. */
  readonly genesis?: unknown;
  /** When it makes blocks; automine. */
  readonly miningMode?: MiningMode | string;
}

/** One end of a channel. */
export interface PlannedEnd {
  readonly chain: string;
  /** `transfer`. */
  readonly port?: string;
  /** `channel-10`, `connection-10`, `07-tendermint-10`; without them the next ones that are free. */
  readonly channel?: string;
  readonly connection?: string;
  readonly client?: string;
}

/** How far a channel is brought: open; with a handshake that stops after INIT and TRYOPEN; opened and closed. */
export const CHANNEL_GOALS = ['open', 'tryopen', 'closed'] as const;
export type ChannelGoal = (typeof CHANNEL_GOALS)[number];

export interface PlannedChannel {
  /** Who begins the handshake. */
  readonly a: PlannedEnd;
  readonly b: PlannedEnd;
  /** `unordered`. */
  readonly ordering?: 'unordered' | 'ordered';
  /** `ics20-1`. */
  readonly version?: string;
  /** `open`. */
  readonly goal?: ChannelGoal;
  /** The end whose light client of the other one has expired when the devnet is ready. */
  readonly expired?: 'a' | 'b';
}

/** A transfer that is made at the founding, and relayed. */
export interface PlannedTransfer {
  readonly chain: string;
  /** `transfer`. */
  readonly port?: string;
  readonly channel: string;
  /** Index of a development account; 0. */
  readonly sender?: number;
  readonly denom: string;
  readonly amount: bigint | number | string;
  /** An address of the other chain; the sender's own there. */
  readonly receiver?: string;
  readonly memo?: string;
}

export interface NetworkPlan {
  readonly chains: readonly PlannedChain[];
  readonly channels: readonly PlannedChannel[];
  readonly transfers: readonly PlannedTransfer[];
  /** The relayer's data of an exported network, with which it goes on; otherwise empty. */
  readonly relayer: RelayerGenesis;
}

export const NO_NETWORK: NetworkPlan = { chains: [], channels: [], transfers: [], relayer: EMPTY_RELAYER_GENESIS };
