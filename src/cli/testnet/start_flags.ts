/** Holds the flags of `halley testnet start` as commander parses them. */
export interface StartFlags {
  readonly cometbft: string;
  /** Lists nodes, separated by commas. */
  readonly nodes?: string;
  readonly json?: boolean;
}
