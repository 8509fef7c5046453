/**
 * Gas of a Cosmos transaction (SDK store/types `gas.go`): what it has used, against a limit. Ethereum transactions have
 * the machine's own gas.
 */
import { refuse } from '../../types/refusal.js';
import { TxFailure } from '../../types/tx_failure.js';

export class GasMeter {
  #used = 0n;

  constructor(readonly limit: bigint) {}

  get used(): bigint {
    return this.#used;
  }

  /** Throws TxFailure `outOfGas` that names `where`, with the gas that this was about to use counted. */
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

/** What nobody pays for, or what pays otherwise. */
export const unmetered = (): GasMeter => new GasMeter((1n << 64n) - 1n);
