/** Checks what a program chooses of a new chain's EVM. */
import type { EvmChoices } from '../config/evm_choices.js';
import { NO_CODE_SIZE_LIMIT } from '../evm/code_size.js';
import { EXPECTED_HARDFORK, readHardfork } from '../evm/hardfork.js';
import { HalleyError } from '../kernel/errors.js';
import { refusedOption } from './refused_option.js';

/** Chooses the EVM of a new chain. */
export interface EvmOptions {
  /** The fork whose rules the EVM has: `shanghai`, `cancun`, `prague`, `osaka` or `latest`, in any case. The default is `osaka`. */
  readonly hardfork?: string;
  /** Limits the bytes of a contract's code; its initcode may have twice as many. The default is 24576. */
  readonly codeSizeLimit?: number;
  /** Whether code and initcode may have any size, as Hardhat's networks allow it. The default is false. */
  readonly allowUnlimitedContractSize?: boolean;
}

/** Names the options, for checks. */
export const EVM_OPTIONS: Readonly<Record<keyof EvmOptions, true>> = {
  hardfork: true,
  codeSizeLimit: true,
  allowUnlimitedContractSize: true,
};

/** Returns the options that were chosen. Throws HalleyError `invalid-argument` for a value that no chain can have. */
export function evmChoices({ hardfork, codeSizeLimit, allowUnlimitedContractSize }: EvmOptions): EvmChoices {
  const fork = typeof hardfork === 'string' ? readHardfork(hardfork) : undefined;
  if (hardfork !== undefined && fork === undefined) throw refusedOption('hardfork', hardfork, EXPECTED_HARDFORK);
  const isLimit = Number.isSafeInteger(codeSizeLimit) && (codeSizeLimit as number) >= 1;
  if (codeSizeLimit !== undefined && !isLimit)
    throw refusedOption('codeSizeLimit', codeSizeLimit, `a whole number from 1 to ${NO_CODE_SIZE_LIMIT}`);
  if (allowUnlimitedContractSize !== undefined && typeof allowUnlimitedContractSize !== 'boolean')
    throw refusedOption('allowUnlimitedContractSize', allowUnlimitedContractSize, 'true or false');
  if (codeSizeLimit !== undefined && allowUnlimitedContractSize === true)
    throw new HalleyError(
      'invalid-argument',
      'codeSizeLimit and allowUnlimitedContractSize exclude each other: the second stands for no limit',
    );
  return {
    ...(fork !== undefined && { hardfork: fork }),
    ...(codeSizeLimit !== undefined && { codeSizeLimit }),
    ...(allowUnlimitedContractSize === true && { allowUnlimitedContractSize }),
  };
}
