/** Defines the options of a new chain's EVM. */
import type { EvmChoices } from '../../config/evm_choices.js';
import { readHardfork } from '../../evm/hardfork.js';
import { HalleyError } from '../../kernel/errors.js';

/** Configures the EVM of a new chain. */
export interface EvmOptions {
  /**
   * Hard fork whose rules the EVM follows: `shanghai`, `cancun`, `prague`, `osaka` or `latest`, in any case. The
   * default is `osaka`.
   */
  readonly hardfork?: string;
  /** Most bytes of a contract's code; its initcode may have twice as many. The default is 24576. */
  readonly codeSizeLimit?: number;
  /** Allows code and initcode of any size, as Hardhat's networks can. The default is false. */
  readonly allowUnlimitedContractSize?: boolean;
}

/** Returns the options that were given. Throws HalleyError `invalid-argument` for two that exclude each other. */
export function evmChoices({ hardfork, codeSizeLimit, allowUnlimitedContractSize }: EvmOptions): EvmChoices {
  const fork = hardfork === undefined ? undefined : readHardfork(hardfork);
  if (codeSizeLimit !== undefined && allowUnlimitedContractSize === true)
    throw new HalleyError(
      'invalid-argument',
      'codeSizeLimit and allowUnlimitedContractSize exclude each other: give one of them',
    );
  return {
    hardfork: fork,
    codeSizeLimit,
    allowUnlimitedContractSize: allowUnlimitedContractSize || undefined,
  };
}
