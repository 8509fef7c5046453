/** All settings with their names in a file, as a flag, and as an environment variable. */

import type { ConfigFile, Setting } from '../settings/setting.js';
import { SCHEMA } from './schema.js';

/** Flag, variable and key by which a setting is given. */
export interface SettingNames {
  /** Path in the file: `json-rpc.ws-address`. */
  readonly path: string;
  /** Flag: `--json-rpc.ws-address`. */
  readonly flag: string;
  /** Environment variable: `HALLEY_JSON_RPC_WS_ADDRESS`. */
  readonly variable: string;
}

/** A setting with the names under which it can be given. */
export interface NamedSetting extends SettingNames {
  readonly section: keyof typeof SCHEMA;
  readonly name: string;
  readonly setting: Setting<unknown>;
  readonly file: ConfigFile;
}

export const VARIABLE_PREFIX = 'HALLEY_';

function* namedSettings(): Generator<NamedSetting> {
  for (const [section, { file, table, prefixed, settings }] of Object.entries(SCHEMA)) {
    for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
      yield {
        section: section as keyof typeof SCHEMA,
        name,
        setting,
        file,
        ...namesOf(setting.key, table, prefixed),
      };
    }
  }
}

function namesOf(key: string, table: string, prefixed: boolean): SettingNames {
  const path = table === '' ? key : `${table}.${key}`;
  const given = prefixed ? path : key;
  return {
    path,
    flag: `--${given}`,
    variable: `${VARIABLE_PREFIX}${given.replace(/[.-]/g, '_').toUpperCase()}`,
  };
}

export const SETTINGS: readonly NamedSetting[] = [...namedSettings()];
