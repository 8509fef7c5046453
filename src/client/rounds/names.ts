/** The names of validators: by the genesis document, by the moniker of the observed node, or by their address. */
import { shortened } from '../../kernel/text.js';
import { arrayOf, objectAt, shortHex, textOf } from '../json_values.js';

/** Monikers of validators by address. */
export type Names = ReadonlyMap<string, string>;

const MAX_NAME = 20;
/** Most names that are read. CometBFT allows 10,000 validators. */
const MAX_NAMES = 10_000;

export const nameOf = (names: Names, address: string | undefined): string =>
  address === undefined ? '?' : (names.get(address) ?? address);

/** Reads the names from the results of `genesis` and `status`. Either may have another shape, or be missing. */
export function readNames(genesis: unknown, status: unknown): Names {
  const names = new Map<string, string>();
  const add = (address: unknown, name: unknown): void => {
    const text = shortened(textOf(name).trim(), MAX_NAME);
    if (text !== '' && shortHex(address) !== '') names.set(shortHex(address), text);
  };
  add(objectAt(status, 'validator_info')['address'], objectAt(status, 'node_info')['moniker']);
  for (const validator of arrayOf(objectAt(genesis, 'genesis')['validators']).slice(0, MAX_NAMES))
    add(objectAt(validator)['address'], objectAt(validator)['name']);
  return names;
}
