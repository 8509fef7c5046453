/**
 * Defines the choices of a new chain for its EVM: fork and code size limit (`app_state.evm.params` of its genesis
 * document). Omitted choices are absent from the document too, so that a chain without choices has unchanged hashes.
 */
import { codeSizeLimitText, NO_CODE_SIZE_LIMIT } from '../evm/code_size.js';
import type { Hardfork } from '../evm/hardfork.js';

export interface EvmChoices {
  readonly hardfork?: Hardfork | undefined;
  /** Most bytes of code at an address; initcode may have twice as many. */
  readonly codeSizeLimit?: number | undefined;
  /** Allows code of any size, whatever `codeSizeLimit` is. */
  readonly allowUnlimitedContractSize?: boolean | undefined;
}

/** Returns the members of `app_state.evm.params`. */
export function evmParams(choices: EvmChoices): { readonly hardfork?: string; readonly max_code_size?: string } {
  const limit = chosenLimit(choices);
  return {
    ...(choices.hardfork !== undefined && { hardfork: choices.hardfork }),
    ...(limit !== undefined && { max_code_size: codeSizeLimitText(limit) }),
  };
}

/** Returns the chosen code size limit in bytes, or undefined where none was chosen. */
export const chosenLimit = ({ codeSizeLimit, allowUnlimitedContractSize }: EvmChoices): number | undefined =>
  allowUnlimitedContractSize === true ? NO_CODE_SIZE_LIMIT : codeSizeLimit;
