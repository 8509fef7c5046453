/** Reads the options that the devnet's own chain and the others have in common. */

import { NO_CODE_SIZE_LIMIT } from '../../evm/code_size.js';
import { EXPECTED_HARDFORK, readHardfork } from '../../evm/hardfork.js';
import type { EvmOptions } from '../evm_options.js';
import { type MiningMode, readMiningMode, readMiningModeText } from '../mining/mining_mode.js';
import { refusedOption } from '../refused_option.js';
import { boolean, type Members, type Reader, where } from './reader.js';

export const EVM_MEMBERS = {
  hardfork: where<string>((value) => typeof value === 'string' && readHardfork(value) !== undefined, EXPECTED_HARDFORK),
  codeSizeLimit: where<number>(
    (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    `a whole number from 1 to ${NO_CODE_SIZE_LIMIT}`,
  ),
  allowUnlimitedContractSize: boolean,
} satisfies Members<EvmOptions>;

/** Reads a pace that is an object or a string. */
export const miningMode: Reader<MiningMode> = (value, path) => {
  if (typeof value === 'string') return readMiningModeText(value);
  if (typeof value !== 'object' || value === null)
    throw refusedOption(path, value, 'a string or an object with `type`');
  const { type, ...parameters } = value as MiningMode;
  return readMiningMode(type, parameters);
};
