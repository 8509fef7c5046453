/** Consensus parameters, their defaults, limits, updates and hash (CometBFT types/params.go). */

export interface ConsensusParams {
  readonly block: { readonly maxBytes: bigint; readonly maxGas: bigint };
  readonly evidence: {
    readonly maxAgeNumBlocks: bigint;
    /** Nanoseconds. */
    readonly maxAgeDuration: bigint;
    readonly maxBytes: bigint;
  };
  readonly validator: { readonly pubKeyTypes: readonly string[] };
  readonly version: { readonly app: bigint };
  readonly abci: { readonly voteExtensionsEnableHeight: bigint };
}
