/** Account of a contract that a new development chain may have. Hex has no prefix. */
export interface PreinstalledAccount {
  readonly address: string;
  readonly nonce: bigint;
  /** Hash of the code on a chain with the id 31337. */
  readonly codeHash: string;
  /** Position of the code in `preinstalledCodes`. */
  readonly start: number;
  /** Bytes of the code. */
  readonly length: number;
  readonly storage: readonly (readonly [slot: bigint, value: bigint])[];
  /** Places in the code that depend on the chain; absent for code that is the same on every chain. */
  readonly ofChain?: {
    /** EIP-712 domain up to the chain id, which the contract's address follows. */
    readonly domain: string;
    /** Positions of the chain id, a word. */
    readonly chainId: readonly number[];
    /** Positions of the domain separator. */
    readonly separator: readonly number[];
  };
}
