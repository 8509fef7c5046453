/** The chains of a devnet, the same from each of them, their channels, and the relayer. */

export interface EvmChannelEnd {
  readonly chain: string;
  readonly port: string;
  readonly channel: string;
}

/** Channel as one chain stores it. */
export interface EvmChannel {
  readonly port: string;
  readonly channel: string;
  readonly connection: string;
  /** `INIT`, `TRYOPEN`, `OPEN` or `CLOSED`. */
  readonly state: string;
  /**
   * Other end. Its chain is empty where the client follows no known chain; its channel is empty until the handshake
   * assigns one.
   */
  readonly counterparty: EvmChannelEnd;
}

export interface EvmChainFacts {
  /** Id of the consensus chain. */
  readonly chainId: string;
  readonly evmChainId: bigint;
  readonly height: bigint;
  readonly urls: {
    readonly evmHttp: string | undefined;
    readonly evmWs: string | undefined;
    readonly cometRpc: string | undefined;
    readonly assets: string | undefined;
  };
  readonly channels: readonly EvmChannel[];
}

/** Selects packets or acknowledgements that the relayer drops. */
export interface EvmDropRule {
  readonly kind: 'packet' | 'acknowledgement';
  readonly chain?: string;
  readonly channel?: string;
  readonly sequence?: bigint;
  readonly count?: number;
}

/** Task of the relayer: an action on `chain` that the state of `from` requires. */
export interface EvmPendingTask {
  readonly kind: string;
  readonly chain: string;
  readonly from: string;
  readonly packet: { readonly port: string; readonly channel: string; readonly sequence: bigint } | undefined;
  /** Explains why the relayer skips the task. */
  readonly failure: string | undefined;
}

/** Controls the relayer. In a devnet of one chain, all methods except reads throw HalleyError `unavailable`. */
export interface EvmRelayer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Relays once and resolves to the number of messages sent. */
  step(): Promise<number>;
  setDelay(blocks: bigint): Promise<void>;
  /** Adds a rule. Throws HalleyError `invalid-argument`. */
  drop(rule: EvmDropRule): Promise<void>;
  settled(): Promise<void>;
  pending(): readonly EvmPendingTask[];
}

export interface EvmChannelTerms {
  readonly a: { readonly chain: string; readonly port?: string };
  readonly b: { readonly chain: string; readonly port?: string };
  readonly ordering?: 'unordered' | 'ordered';
  readonly version?: string;
  readonly ibcVersion?: 1 | 2;
}

export interface EvmOpenedChannel {
  readonly a: EvmChannelEnd;
  readonly b: EvmChannelEnd;
}

export interface EvmChains {
  /** Returns the chains, the devnet's own first. */
  chains(): readonly EvmChainFacts[];
  relayer(): EvmRelayer;
  /**
   * Opens a channel by handshake, and makes the blocks for it. Throws HalleyError when there is no such chain, or it
   * cannot be opened.
   */
  openChannel(terms: EvmChannelTerms): Promise<EvmOpenedChannel>;
  /** Closes one end, in a block; the relayer closes the other one. The default chain is that of this backend. */
  closeChannel(end: { readonly chain?: string; readonly port?: string; readonly channel: string }): Promise<void>;
}
