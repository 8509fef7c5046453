/**
 * Replaces the former names of settings by the present ones, in flags, environment variables and files, and the short
 * names of flags by the long ones.
 */
import { HalleyError } from '../kernel/errors.js';
import { type NamedSetting, SETTINGS } from './names.js';
import { isTable, type TomlTable } from './toml_table.js';

type Renamed = NamedSetting & Required<Pick<NamedSetting, 'former'>>;

const RENAMED: readonly Renamed[] = SETTINGS.filter((named): named is Renamed => named.former !== undefined);

const both = (former: string, present: string): HalleyError =>
  new HalleyError('invalid-config', `${former} is the former name of ${present}: give only ${present}`);

/** Returns the flags by their present names. Throws HalleyError `invalid-config` when both names are given. */
export function presentFlags(flags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const present = new Map(flags);
  for (const { flag, shortFlag } of SETTINGS) {
    const value = shortFlag === undefined ? undefined : present.get(shortFlag);
    if (shortFlag === undefined || value === undefined) continue;
    if (present.has(flag))
      throw new HalleyError('invalid-config', `${shortFlag} is the short name of ${flag}: give one of them`);
    present.delete(shortFlag);
    present.set(flag, value);
  }
  for (const { flag, former } of RENAMED) {
    const value = present.get(former.flag);
    if (value === undefined) continue;
    if (present.has(flag)) throw both(former.flag, flag);
    present.delete(former.flag);
    present.set(flag, value);
  }
  return present;
}

/** Returns the variables by their present names. Throws HalleyError `invalid-config` when both names are given. */
export function presentVariables(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const present = { ...env };
  for (const { variable, former } of RENAMED) {
    const value = present[former.variable];
    if (value === undefined) continue;
    if (present[variable] !== undefined) throw both(former.variable, variable);
    delete present[former.variable];
    present[variable] = value;
  }
  return present;
}

/**
 * Returns the table of a configuration file with its keys by their present names. `place` names the file in errors.
 * Throws HalleyError `invalid-config` when a file has both names.
 */
export function presentKeys(table: TomlTable, place: string): TomlTable {
  return RENAMED.reduce((present, { path, former, setting: { key } }) => {
    const refuse = (): HalleyError => both(`${place}: ${former.path}`, path);
    return renameKey(present, former.path.split('.'), key, refuse);
  }, table);
}

/** Renames the last key of a path, if the table has it. */
function renameKey(
  table: TomlTable,
  [key, ...rest]: readonly string[],
  present: string,
  refuse: () => HalleyError,
): TomlTable {
  const value = key === undefined ? undefined : table[key];
  if (key === undefined || value === undefined) return table;
  if (rest.length > 0) return isTable(value) ? { ...table, [key]: renameKey(value, rest, present, refuse) } : table;
  if (table[present] !== undefined) throw refuse();
  const others = Object.entries(table).filter(([name]) => name !== key);
  return { ...Object.fromEntries(others), [present]: value };
}
