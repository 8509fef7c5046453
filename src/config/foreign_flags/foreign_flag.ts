/** What Halley does with a flag of Anvil or of Hardhat's node: takes it as its own, translates it, or refuses it. */
import type { Kind } from '../kinds.js';
import type { ResolvedConfig } from '../schema.js';

export type Tool = 'Anvil' | 'Hardhat';

interface Named {
  /** `--port`. */
  readonly flag: string;
  /** `-p`. */
  readonly short?: string;
  /** Other long names of the same flag. */
  readonly synonyms?: readonly string[];
  readonly tools: readonly Tool[];
}

/** A flag that Halley has under the same name, with the same meaning. */
export interface SameFlag extends Named {
  readonly type: 'same';
  /** A difference that a user may notice. */
  readonly note?: string;
}

/** What a translation may look at. */
export interface Configured {
  /** Flags, variables, files and defaults, before the translated flag is applied. */
  readonly config: ResolvedConfig;
  /** Whether a flag, a variable or a file gives this setting of ours a value. */
  isConfigured(flag: string): boolean;
}

/** Settings of ours by flag, as text. */
export type OwnFlags = Readonly<Record<string, string>>;

/** A flag that stands for settings of ours with other names. */
export interface AliasFlag<T = unknown> extends Named {
  readonly type: 'alias';
  readonly kind: Kind<T>;
  readonly doc: string;
  /** The setting that it sets; both together are refused. */
  readonly replaces?: string;
  /** It may be given several times; commas join the values. */
  readonly repeats?: true;
  /** What it stands for, for the table of flags. */
  readonly meaning: string;
  apply(value: T, configured: Configured): OwnFlags;
}

/** A flag that does nothing here. */
export interface RefusedFlag extends Named {
  readonly type: 'refused';
  /** What to use instead, or why there is nothing to use. */
  readonly instead: string;
}

export type ForeignFlag = SameFlag | AliasFlag | RefusedFlag;
