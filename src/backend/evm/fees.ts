/** What transactions have to offer. Wei for each gas. */
export interface EvmFees {
  /** The base fee of the block after `height`. */
  nextBaseFee(height: bigint): bigint;
  minGasPrice(): bigint;
  suggestedTip(): bigint;
}
