/** The chains of a devnet, whichever of them is asked, the channels between them, and what relays over those. */

export interface EvmChannelEnd {
  readonly chain: string;
  readonly port: string;
  readonly channel: string;
}

/** A channel as one chain has it. */
export interface EvmChannel {
  readonly port: string;
  readonly channel: string;
  readonly connection: string;
  /** `INIT`, `TRYOPEN`, `OPEN` or `CLOSED`. */
  readonly state: string;
  /** Its chain is empty where the client is of none that is known, its channel until the handshake has given one. */
  readonly counterparty: EvmChannelEnd;
}

export interface EvmChainFacts {
  /** The consensus chain's id. */
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

/** What is to be lost on the way. */
export interface EvmDropRule {
  readonly kind: 'packet' | 'acknowledgement';
  readonly chain?: string;
  readonly channel?: string;
  readonly sequence?: bigint;
  readonly count?: number;
}

/** Something that is still to be done on `chain`, because of the state of `from`. */
export interface EvmPendingTask {
  readonly kind: string;
  readonly chain: string;
  readonly from: string;
  readonly packet: { readonly port: string; readonly channel: string; readonly sequence: bigint } | undefined;
  /** Why it is left alone. */
  readonly failure: string | undefined;
}

/** Throws HalleyError `unavailable` in a devnet of one chain, but for what only reads. */
export interface EvmRelayer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Messages that were sent. */
  step(): Promise<number>;
  setDelay(blocks: bigint): Promise<void>;
  /** Throws HalleyError `invalid-argument`. */
  drop(rule: EvmDropRule): Promise<void>;
  settled(): Promise<void>;
  pending(): readonly EvmPendingTask[];
}

export interface EvmChannelTerms {
  readonly a: { readonly chain: string; readonly port?: string };
  readonly b: { readonly chain: string; readonly port?: string };
  readonly ordering?: 'unordered' | 'ordered';
  readonly version?: string;
}

export interface EvmOpenedChannel {
  readonly a: EvmChannelEnd;
  readonly b: EvmChannelEnd;
}

export interface EvmChains {
  /** The devnet's own first. */
  chains(): readonly EvmChainFacts[];
  relayer(): EvmRelayer;
  /** By handshake; makes the blocks that it needs. Throws HalleyError when there is no such chain, or it cannot be. */
  openChannel(terms: EvmChannelTerms): Promise<EvmOpenedChannel>;
  /** One end, with a block; the relayer closes the other one. Without a chain that of the port. */
  closeChannel(end: { readonly chain?: string; readonly port?: string; readonly channel: string }): Promise<void>;
}
