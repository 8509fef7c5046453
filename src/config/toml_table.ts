/** Tables of a parsed TOML file. */
import type { TomlValue } from '../settings/kinds.js';

export type TomlTable = Readonly<Record<string, TomlValue>>;

export const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
