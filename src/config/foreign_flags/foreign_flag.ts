/** What Halley does with a flag of Anvil or of Hardhat's node: accept it as its own, translate it, or refuse it. */
import type { Kind } from '../../settings/kinds.js';
import type { SettingValues } from '../schema.js';

export type Tool = 'Anvil' | 'Hardhat';

interface Named {
  /** Long name: `--port`. */
  readonly flag: string;
  /** Short name: `-p`. */
  readonly short?: string;
  /** Other long names of the same flag. */
  readonly synonyms?: readonly string[];
  readonly tools: readonly Tool[];
}

/** Flag that Halley has under the same name, with the same meaning. */
export interface SameFlag extends Named {
  readonly type: 'same';
  /** Difference that a user may notice. */
  readonly note?: string;
}

/** Inputs of a translation. */
export interface Configured {
  /** Combines flags, variables, files and defaults, before the translated flag is applied. */
  readonly config: SettingValues;
  /** Checks whether a flag, a variable or a file sets this setting of Halley. */
  isConfigured(flag: string): boolean;
}

/** Halley's own settings by flag, as text. */
export type OwnFlags = Readonly<Record<string, string>>;

/** Flag that is translated to settings of Halley with other names. */
export interface AliasFlag<T = unknown> extends Named {
  readonly type: 'alias';
  readonly kind: Kind<T>;
  readonly doc: string;
  /** Setting that it sets; giving both is an error. */
  readonly replaces?: string;
  /** Allows the flag several times; commas join the values. */
  readonly repeats?: true;
  /** Translation for docs/reference/configuration.md. */
  readonly meaning: string;
  apply(value: T, configured: Configured): OwnFlags;
}

/** Flag that ends the command with an error. */
export interface RefusedFlag extends Named {
  readonly type: 'refused';
  /** Replacement, or the reason why there is none. */
  readonly instead: string;
}

export type ForeignFlag = SameFlag | AliasFlag | RefusedFlag;
