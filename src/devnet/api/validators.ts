/** Reads and shows validators for programs. */

import { validatorPrivateKey } from '../../crypto/validator_keys.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex } from '../../kernel/hex.js';
import { keyFile, type ValidatorKeyFile } from '../../rpc/evm/validator_key.js';
import { type Members, optionsOf, text } from '../../settings/reader.js';
import type { NewValidator, ValidatorControl } from '../actions/validators.js';
import type { Chain } from '../chain/chain.js';
import { type DevnetValidator, validatorsOf } from '../views/validators.js';
import { wholeNumber } from './whole_number.js';

/** Validator to add. */
export interface ValidatorTerms {
  /** Voting power, at least 1. The default is 10n, that of the validators of a new chain. */
  readonly power?: bigint | number | undefined;
  /**
   * Name in staking and in the network, with at most 70 characters. The default is the name of its key, such as
   * `validator-4`.
   */
  readonly name?: string | undefined;
}

/** Key with which a validator signs, in the shape of CometBFT's `priv_validator_key.json`. */
export interface DevnetValidatorKey extends ValidatorKeyFile {
  /** Index among the devnet's validators. */
  readonly index: number;
  readonly name: string;
}

const TERMS = {
  power: (value, path) => wholeNumber(path, value as bigint | number),
  name: text,
} satisfies Members<NewValidator>;
const readTerms = optionsOf<NewValidator>('addValidator', TERMS);

export async function addValidator(
  chain: Chain,
  control: ValidatorControl,
  terms: ValidatorTerms,
): Promise<DevnetValidator> {
  const index = await control.add(readTerms(terms));
  return validatorsOf(chain)[index] as DevnetValidator;
}

export const validatorKeysOf = (control: ValidatorControl): readonly DevnetValidatorKey[] =>
  control.keys().map((key, index) => ({
    index,
    name: key.name,
    ...keyFile({ ...key, privateKey: validatorPrivateKey(key.pubKey, key.seed) }),
  }));

/** Reads an index or an address. Throws HalleyError for any other value. */
export function validatorId(validator: number | string): number | Uint8Array {
  if (typeof validator === 'number') return validator;
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(validator)) return fromHex(validator);
  throw new HalleyError('invalid-argument', `"${validator}" is not a consensus address, expected 20 bytes in hex`, {
    validator,
  });
}
