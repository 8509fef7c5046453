/**
 * Meters the gas that a Cosmos transaction has used against a limit (SDK store/types `gas.go`). Ethereum transactions
 * have the EVM's own gas.
 */
import { refuse, TxFailure } from '../../types/refusal.js';

export class GasMeter {
  #used = 0n;

  constructor(readonly limit: bigint) {}

  get used(): bigint {
    return this.#used;
  }

  /**
   * Adds `amount` to the gas used. Above the limit, throws TxFailure `outOfGas` that names `where` and counts `amount`
   * as used.
   */
  consume(amount: bigint, where: string): void {
    this.#used += amount;
    if (this.#used > this.limit)
      throw new TxFailure(
        refuse(
          'outOfGas',
          `out of gas in location: ${where}; gasWanted: ${this.limit}, gasUsed: ${this.#used}: out of gas`,
        ),
      );
  }
}

/**
 * Makes a meter for work that is free, or paid for in another way, and for simulations. Their gas limit is that of the
 * SDK's infinite meter.
 */
export const unmetered = (): GasMeter => new GasMeter((1n << 64n) - 1n);
