/** Defines the options of a new chain's EVM. */
import type { EvmChoices } from '../../config/evm_choices.js';
import { NO_CODE_SIZE_LIMIT } from '../../evm/code_size.js';
import { EXPECTED_HARDFORK, readHardfork } from '../../evm/hardfork.js';
import { HalleyError } from '../../kernel/errors.js';
import { boolean, type Members, where } from '../../settings/reader.js';

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

/** Names of the options. */
export const EVM_OPTIONS = [
  'hardfork',
  'codeSizeLimit',
  'allowUnlimitedContractSize',
] as const satisfies readonly (keyof EvmOptions)[];

export const EVM_MEMBERS = {
  hardfork: where<string>((value) => typeof value === 'string' && readHardfork(value) !== undefined, EXPECTED_HARDFORK),
  codeSizeLimit: where<number>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    `a whole number from 1 to ${NO_CODE_SIZE_LIMIT}`,
  ),
  allowUnlimitedContractSize: boolean,
} satisfies Members<EvmOptions>;

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
