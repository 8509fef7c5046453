/**
 * Defines what the asset API reads of the known chains: those of the simulator, and those that a topology file
 * describes. It contains facts only; `src/rpc/assets/graph` decides which asset can reach which chain.
 *
 * Everything is an immutable value. While a chain does not change, it is the same object. A caller with an index of a
 * chain therefore rebuilds it only for a different object.
 */

/** States of a channel or a connection (ibc-go `channel.proto`, `connection.proto` without their prefixes). */
export const IBC_STATES = ['UNINITIALIZED', 'INIT', 'TRYOPEN', 'OPEN', 'CLOSED'] as const;
export type IbcState = (typeof IBC_STATES)[number];

/** Status of a client: ibc-go's `exported.Status`. */
export type ClientStatus = 'Active' | 'Expired' | 'Frozen' | 'Unknown' | 'Unauthorized';

export type ChainType = 'cosmos' | 'evm' | 'svm';

/** One end of a channel as its chain stores it. */
export interface ChannelEnd {
  readonly port: string;
  /** For example `channel-0`; with `ofClient` the id of a client. */
  readonly channel: string;
  /** Whether the end is a client with a counterparty (IBC v2), over which no packet is forwarded. */
  readonly ofClient?: boolean;
  readonly counterparty: { readonly chainId: string; readonly port: string; readonly channel: string };
  readonly connectionId?: string;
  readonly clientId?: string;
  readonly state: IbcState;
  readonly connectionState: IbcState;
  /** Status of the client on this chain that follows the other chain. */
  readonly clientStatus: ClientStatus;
  readonly ordering: 'ordered' | 'unordered';
  readonly version: string;
  /** Whether people use this one of several channels; `undefined` where that is unknown. */
  readonly preferred?: boolean;
  /** Measures how much has moved over the channel. It is used only to order channels. */
  readonly liquidity: bigint;
  /** Send parameter of the transfer module on this chain. */
  readonly sendEnabled: boolean;
  readonly receiveEnabled: boolean;
  /** Balances of this end's escrow account, by denom on this chain; absent where that is unknown. */
  readonly escrow?: ReadonlyMap<string, bigint>;
}

/** Facts that a wallet shows of an asset. */
export interface AssetMetadata {
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly description?: string;
  readonly coingeckoId?: string;
}

/** Asset on one chain. */
export interface AssetForm extends AssetMetadata {
  /** Denom on this chain: a native denom, `ibc/<64 HEX>`, `cw20:<contract>`. */
  readonly denom: string;
  /** `port/channel` of the ends through which it came, nearest first; empty for a native asset. */
  readonly hops: readonly string[];
  /** Denom at its origin. */
  readonly base: string;
  /** Amount in the smallest unit; 0 when the trace is known but no account holds the asset. */
  readonly supply: bigint;
  /** CW20 contract, or the ERC-20 address with the EIP-55 checksum. */
  readonly tokenContract?: string;
  /** Send setting of the bank for this denom. */
  readonly sendEnabled: boolean;
}

export interface TokenPair {
  /** Address with the EIP-55 checksum. */
  readonly erc20Address: string;
  /** Denom in the bank. */
  readonly denom: string;
  readonly enabled: boolean;
}

export interface FeeAsset {
  readonly denom: string;
  /** Prices as decimal fractions of the smallest unit for one unit of gas; absent where that is unknown. */
  readonly gasPrice?: { readonly low: string; readonly average: string; readonly high: string };
}

export interface ChainAssets {
  readonly chainId: string;
  readonly chainName: string;
  readonly prettyName: string;
  readonly chainType: ChainType;
  /** Decimal number; another name of the chain where it is simulated. */
  readonly evmChainId?: string;
  /** Whether the chain is in this process, so that its facts come from its state. Other chains are described. */
  readonly simulated: boolean;
  readonly bech32Prefix: string;
  /** Enables packet forwarding; see ibc-apps `packet-forward-middleware`. */
  readonly pfmEnabled: boolean;
  readonly supportsMemo: boolean;
  readonly isTestnet: boolean;
  readonly logoUri?: string;
  readonly feeAssets: readonly FeeAsset[];
  /** Denom that validators stake; absent where that is unknown. */
  readonly bondDenom?: string;
  readonly channels: readonly ChannelEnd[];
  readonly forms: readonly AssetForm[];
  readonly tokenPairs: readonly TokenPair[];
}

export interface DenomBalance {
  readonly denom: string;
  readonly amount: bigint;
}

export interface AssetBackend {
  /** Returns the chains by chain id. It is the same map while nothing has changed. */
  chains(): ReadonlyMap<string, ChainAssets>;
  /**
   * Returns an account's nonzero coins, ascending by denom. Returns undefined for a chain without accounts here, and
   * for text that is no address of the chain.
   */
  balances(chainId: string, address: string): readonly DenomBalance[] | undefined;
}
