/** Reports the fees that transactions need, in wei per unit of gas. */
export interface EvmFees {
  /** Returns the base fee of the block after `height`. */
  nextBaseFee(height: bigint): bigint;
  minGasPrice(): bigint;
  suggestedTip(): bigint;
}
