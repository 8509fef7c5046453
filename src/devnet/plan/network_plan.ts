/**
 * Defines the plan of a devnet of several chains: the counterparties, the channels between them, and the first
 * transfers. A genesis document has it in its member `halley.network`, which is no part of `app_state`. The engine and
 * the hashes of the genesis ignore it.
 */
import { EMPTY_RELAYER_GENESIS, type RelayerGenesis } from '../../relayer/genesis.js';
import type { PlannedChain } from '../options/chain_options.js';

/** One end of a channel. */
export interface PlannedEnd {
  readonly chain: string;
  /** Port. The default is `transfer`. */
  readonly port?: string;
  /**
   * Name the channel, the connection and the client: `channel-10`, `connection-10`, `07-tendermint-10`. The default is
   * the next free name.
   */
  readonly channel?: string;
  readonly connection?: string;
  readonly client?: string;
}

/**
 * State to which a channel is brought: open; with a handshake that stops after INIT and TRYOPEN; or opened and closed.
 */
export const CHANNEL_GOALS = ['open', 'tryopen', 'closed'] as const;
export type ChannelGoal = (typeof CHANNEL_GOALS)[number];

export interface PlannedChannel {
  /** End that starts the handshake. */
  readonly a: PlannedEnd;
  readonly b: PlannedEnd;
  /** Order of packets. The default is `unordered`. */
  readonly ordering?: 'unordered' | 'ordered';
  /** Version. The default is `ics20-1`. */
  readonly version?: string;
  /** State to which the channel is brought. The default is `open`. */
  readonly goal?: ChannelGoal;
  /** End whose light client of the other chain has expired when the devnet is ready. */
  readonly expired?: 'a' | 'b';
}

/** Transfer that is made and relayed during the network setup. */
export interface PlannedTransfer {
  readonly chain: string;
  /** Port. The default is `transfer`. */
  readonly port?: string;
  readonly channel: string;
  /** Index of a development account. The default is 0. */
  readonly sender?: number;
  readonly denom: string;
  readonly amount: bigint | number | string;
  /** Address on the other chain. The default is the sender's address there. */
  readonly receiver?: string;
  readonly memo?: string;
}

export interface NetworkPlan {
  readonly chains: readonly PlannedChain[];
  readonly channels: readonly PlannedChannel[];
  readonly transfers: readonly PlannedTransfer[];
  /** Data of the relayer of an exported network, with which it continues; otherwise empty. */
  readonly relayer: RelayerGenesis;
}

export const NO_NETWORK: NetworkPlan = { chains: [], channels: [], transfers: [], relayer: EMPTY_RELAYER_GENESIS };
