/** Lists all settings with their names in a file, as a flag, and as an environment variable. */
import { SCHEMA } from './schema.js';
import type { ConfigFile, Setting } from './setting.js';

/** Describes a setting with its names. */
export interface NamedSetting {
  readonly section: keyof typeof SCHEMA;
  readonly name: string;
  readonly setting: Setting<unknown>;
  readonly file: ConfigFile;
  /** Is the path in the file: `json-rpc.ws-address`. */
  readonly path: string;
  /** Is the flag: `--json-rpc.ws-address`. */
  readonly flag: string;
  /** Is the environment variable: `HALLEY_JSON_RPC_WS_ADDRESS`. */
  readonly variable: string;
}

export const VARIABLE_PREFIX = 'HALLEY_';

function* namedSettings(): Generator<NamedSetting> {
  for (const [section, { file, table, prefixed, settings }] of Object.entries(SCHEMA)) {
    for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
      const path = table === '' ? setting.key : `${table}.${setting.key}`;
      const given = prefixed ? path : setting.key;
      yield {
        section: section as keyof typeof SCHEMA,
        name,
        setting,
        file,
        path,
        flag: `--${given}`,
        variable: `${VARIABLE_PREFIX}${given.replace(/[.-]/g, '_').toUpperCase()}`,
      };
    }
  }
}

export const SETTINGS: readonly NamedSetting[] = [...namedSettings()];
