/**
 * The plan of a devnet of several chains: the counterparties, the channels between them, and what is sent before anybody
 * asks. A genesis document has it in its member `halley.network`, which is no part of `app_state` and of which the engine
 * and the hashes of the genesis know nothing.
 */
import { EMPTY_RELAYER_GENESIS, type RelayerGenesis } from '../../relayer/genesis.js';
import type { PlannedChain } from '../options/chain_options.js';

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
