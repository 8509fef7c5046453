/**
 * What the asset API may ask of the chains that it knows: those that the simulator holds, and those that a topology file
 * describes. Facts alone; which asset can reach which chain is decided in `src/rpc/assets/graph`.
 *
 * Everything is an immutable value. As long as nothing about a chain has changed, the same object comes back, so that
 * whoever keeps an index of a chain need make it anew only for another object.
 */

/** A channel's or a connection's (ibc-go `channel.proto`, `connection.proto`, without their prefixes). */
export const IBC_STATES = ['UNINITIALIZED', 'INIT', 'TRYOPEN', 'OPEN', 'CLOSED'] as const;
export type IbcState = (typeof IBC_STATES)[number];

/** ibc-go `exported.Status`. */
export type ClientStatus = 'Active' | 'Expired' | 'Frozen' | 'Unknown' | 'Unauthorized';

export type ChainType = 'cosmos' | 'evm' | 'svm';

/** One end of a channel, as the chain that it stands on keeps it. */
export interface ChannelEnd {
  readonly port: string;
  /** `channel-0`. */
  readonly channel: string;
  readonly counterparty: { readonly chainId: string; readonly port: string; readonly channel: string };
  readonly connectionId?: string;
  readonly clientId?: string;
  readonly state: IbcState;
  readonly connectionState: IbcState;
  /** Of the client that this chain keeps of the other. */
  readonly clientStatus: ClientStatus;
  readonly ordering: 'ordered' | 'unordered';
  readonly version: string;
  /** Which of several channels people use; undefined where nobody has said. */
  readonly preferred?: boolean;
  /** How much has gone over it; orders channels and means nothing else. */
  readonly liquidity: bigint;
  /** The transfer module's parameters on this chain. */
  readonly sendEnabled: boolean;
  readonly receiveEnabled: boolean;
  /** What this end's escrow account holds, by denom on this chain; absent where that is not known. */
  readonly escrow?: ReadonlyMap<string, bigint>;
}

/** What a wallet shows of an asset. */
export interface AssetMetadata {
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
  readonly description?: string;
  readonly coingeckoId?: string;
}

/** An asset as one chain holds it. */
export interface AssetForm extends AssetMetadata {
  /** On this chain: a native denom, `ibc/<64 HEX>`, `cw20:<contract>`. */
  readonly denom: string;
  /** `port/channel` of the ends through which it came, nearest first; empty for a native one. */
  readonly hops: readonly string[];
  /** The denom at its origin. */
  readonly base: string;
  /** In its smallest unit; 0 where its trace is known and nobody holds it. */
  readonly supply: bigint;
  /** CW20 contract, or ERC-20 address in EIP-55's letters. */
  readonly tokenContract?: string;
  /** The bank's switch for this denom. */
  readonly sendEnabled: boolean;
}

export interface TokenPair {
  /** In EIP-55's letters. */
  readonly erc20Address: string;
  /** The bank's denom. */
  readonly denom: string;
  readonly enabled: boolean;
}

export interface FeeAsset {
  readonly denom: string;
  /** Decimal fractions of the smallest unit for one gas; absent where nobody has said. */
  readonly gasPrice?: { readonly low: string; readonly average: string; readonly high: string };
}

export interface ChainAssets {
  readonly chainId: string;
  readonly chainName: string;
  readonly prettyName: string;
  readonly chainType: ChainType;
  /** Decimal; another name of the chain where it is simulated. */
  readonly evmChainId?: string;
  /** Held by this process: what is said of it is its state. The others are described. */
  readonly simulated: boolean;
  readonly bech32Prefix: string;
  /** Packet forwarding; see ibc-apps `packet-forward-middleware`. */
  readonly pfmEnabled: boolean;
  readonly supportsMemo: boolean;
  readonly isTestnet: boolean;
  readonly logoUri?: string;
  readonly feeAssets: readonly FeeAsset[];
  readonly channels: readonly ChannelEnd[];
  readonly forms: readonly AssetForm[];
  readonly tokenPairs: readonly TokenPair[];
}

export interface DenomBalance {
  readonly denom: string;
  readonly amount: bigint;
}

export interface AssetBackend {
  /** By chain id. The same map while nothing has changed. */
  chains(): ReadonlyMap<string, ChainAssets>;
  /**
   * An account's coins that are not zero, ascending by denom. Undefined for a chain that holds no accounts here, and for
   * text that is no address of the chain.
   */
  balances(chainId: string, address: string): readonly DenomBalance[] | undefined;
}
