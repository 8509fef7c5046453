/** Declares the flags of `halley testnet start`. */

/** Is the program that runs as the engine unless another one is given. */
export const DEFAULT_COMETBFT = 'cometbft';

/** Holds the flags as commander parses them. */
export interface StartFlags {
  readonly cometbft: string;
  /** Lists nodes, separated by commas. */
  readonly nodes?: string;
  readonly json?: boolean;
}
