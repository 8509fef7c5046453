/**
 * Checks the options of the library before anything is opened: each by its reader, then those that exclude each other.
 */

import { foreignFormOf } from '../../config/genesis_forms/new_chain.js';
import { NEW_EVM_OPTIONS } from '../../config/options.js';
import { HalleyError } from '../../kernel/errors.js';
import { twoChains } from './chain_options.js';
import { type DevnetOptions, readDevnetOptions } from './devnet_options.js';
import { evmChoices } from './evm_options.js';

/** Returns the options as the devnet uses them. Throws HalleyError `invalid-argument`. */
export function checkOptions(given: DevnetOptions): DevnetOptions {
  const options = readDevnetOptions(given);
  evmChoices(options);
  if (options.genesis !== undefined && foreignFormOf(options.genesis) === undefined) mustChooseNothing(options);
  mustForkAlone(options);
  mustCount(options);
  mustBeDistinct(options.chains?.map(({ id }) => id) ?? []);
  return options;
}

function mustChooseNothing(options: DevnetOptions): void {
  const choice = ['gasLimit', 'loadState', 'preinstalls', ...Object.keys(NEW_EVM_OPTIONS)].find(
    (name) => options[name as keyof DevnetOptions] !== undefined,
  );
  if (choice !== undefined)
    throw new HalleyError(
      'invalid-argument',
      `${choice} is for a new chain, and the option genesis describes the chain already: give one of them`,
    );
}

/** A relayer and the accounts of other chains read the state without waiting for another chain's node. */
function mustForkAlone({ fork, loadState, chains = [] }: DevnetOptions): void {
  if (fork === undefined) return;
  if (chains.length > 0)
    throw new HalleyError('invalid-argument', 'fork and chains exclude each other: a fork is a devnet of one chain');
  if (loadState !== undefined)
    throw new HalleyError(
      'invalid-argument',
      'fork and loadState exclude each other: a new chain begins with the state of one of them',
    );
}

/** Returns whether the runs of the devnet are recorded for reports. */
export const hasReports = ({ coverage, gasReport }: DevnetOptions): boolean => (coverage ?? gasReport) !== undefined;

function mustCount({ coverage, machine }: DevnetOptions): void {
  if (coverage === undefined || machine === undefined || machine === 'halley') return;
  throw new HalleyError(
    'invalid-argument',
    `coverage and the EVM "${machine}" exclude each other: only the EVM "halley" counts the operations that run`,
  );
}

function mustBeDistinct(ids: readonly string[]): void {
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw twoChains(twice);
}
