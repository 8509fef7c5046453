/**
 * Describes what Halley does with a flag of Anvil or of Hardhat's node: accept it as its own, translate it, or refuse
 * it.
 */
import type { Kind } from '../../settings/kinds.js';
import type { SettingValues } from '../schema.js';

export type Tool = 'Anvil' | 'Hardhat';

interface Named {
  /** Is the long name: `--port`. */
  readonly flag: string;
  /** Is the short name: `-p`. */
  readonly short?: string;
  /** Lists other long names of the same flag. */
  readonly synonyms?: readonly string[];
  readonly tools: readonly Tool[];
}

/** Describes a flag that Halley has under the same name, with the same meaning. */
export interface SameFlag extends Named {
  readonly type: 'same';
  /** Describes a difference that a user may notice. */
  readonly note?: string;
}

/** Holds the inputs of a translation. */
export interface Configured {
  /** Combines flags, variables, files and defaults, before the translated flag is applied. */
  readonly config: SettingValues;
  /** Checks whether a flag, a variable or a file sets this setting of Halley. */
  isConfigured(flag: string): boolean;
}

/** Holds Halley's own settings by flag, as text. */
export type OwnFlags = Readonly<Record<string, string>>;

/** Describes a flag that is translated to settings of Halley with other names. */
export interface AliasFlag<T = unknown> extends Named {
  readonly type: 'alias';
  readonly kind: Kind<T>;
  readonly doc: string;
  /** Names the setting that it sets; giving both is an error. */
  readonly replaces?: string;
  /** Allows the flag several times; commas join the values. */
  readonly repeats?: true;
  /** Describes the translation for docs/reference/configuration.md. */
  readonly meaning: string;
  apply(value: T, configured: Configured): OwnFlags;
}

/** Describes a flag that ends the command with an error. */
export interface RefusedFlag extends Named {
  readonly type: 'refused';
  /** Names the replacement, or explains why there is none. */
  readonly instead: string;
}

export type ForeignFlag = SameFlag | AliasFlag | RefusedFlag;
