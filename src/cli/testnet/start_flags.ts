/** Declares the flags of `halley testnet start`. */

/** Program that runs as the engine unless another one is given. */
export const DEFAULT_COMETBFT = 'cometbft';

/** Flags as commander parses them. */
export interface StartFlags {
  readonly cometbft: string;
  /** Node names, separated by commas. */
  readonly nodes?: string;
  readonly json?: boolean;
}
