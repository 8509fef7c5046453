/** Defines the parameter of `evm_revert` that selects what it reverts besides the chain. */
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { decodeBoolean, member } from './go_json.js';

/** Decodes whether the settings are reverted too. */
export const revertSettings: Param<boolean> = defaulted(
  'options',
  'object: `settings`, whether the mining mode and impersonation are reverted too',
  false,
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new DecodeError('the options of a revert must be an object such as {"settings": true}');
    for (const name of Object.keys(value))
      if (name !== 'settings') throw new DecodeError(`unknown revert option "${name}", expected "settings"`);
    return member({ ...value }, 'settings', decodeBoolean) ?? false;
  },
);
