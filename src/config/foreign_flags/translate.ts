/** Replaces flags of Anvil and Hardhat by Halley's settings, before any other code reads them. */
import { HalleyError } from '../../kernel/errors.js';
import type { SettingValues } from '../schema.js';
import type { AliasFlag, RefusedFlag } from './foreign_flag.js';
import { FOREIGN_FLAGS, foreignFlag } from './table.js';

export interface Resolution {
  /** Returns the values that follow from Halley's own flags, with variables, files and defaults. */
  values(own: ReadonlyMap<string, string>): SettingValues;
  /** Checks whether a flag, a variable or a file sets a setting of Halley. */
  isConfigured(flag: string): boolean;
}

const refuse = (message: string, facts: object = {}): HalleyError =>
  new HalleyError('invalid-config', message, { ...facts });

/**
 * Translates the `given` flags. Returns Halley's own flags by name, as text. Throws HalleyError `invalid-config` for a
 * refused flag, for an invalid value, and for two flags that set the same setting.
 */
export function withoutForeignFlags(
  given: ReadonlyMap<string, string>,
  { values, isConfigured }: Resolution,
): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  const aliased = new Map<AliasFlag, readonly [name: string, text: string]>();
  for (const [name, text] of given) {
    const row = foreignFlag(name);
    if (row?.type === 'refused') throw refuse(refusalOf(name, row));
    if (row?.type === 'alias') aliased.set(row, [name, text]);
    else own.set(row?.flag ?? name, text);
  }
  for (const row of FOREIGN_FLAGS) {
    const found = row.type === 'alias' ? aliased.get(row) : undefined;
    if (row.type !== 'alias' || found === undefined) continue;
    const [name, text] = found;
    if (row.replaces !== undefined && given.has(row.replaces))
      throw refuse(`${name} and ${row.replaces} exclude each other: give one of them`);
    const configured = { config: values(own), isConfigured };
    for (const [flag, value] of Object.entries(row.apply(checkedValue(row, name, text), configured)))
      own.set(flag, value);
  }
  return own;
}

function checkedValue({ kind }: AliasFlag, place: string, text: string): unknown {
  const value = kind.read(text);
  if (value !== undefined) return value;
  const { expected, isSecret } = kind;
  if (isSecret) throw refuse(`${place} is invalid: expected ${expected}`, { place, expected });
  throw refuse(`${place} is ${JSON.stringify(text)}: expected ${expected}`, { place, shown: text, expected });
}

/** Returns the one line that a refused flag prints. */
export const refusalOf = (name: string, { tools, instead }: RefusedFlag): string =>
  `${name} is a flag of ${tools.join(' and ')} that Halley does not have: ${instead}`;
