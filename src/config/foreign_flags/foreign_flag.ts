/** Describes what Halley does with a flag of Anvil or of Hardhat's node: take it as its own, translate it, or refuse it. */
import type { Kind } from '../kinds.js';
import type { ResolvedConfig } from '../schema.js';

export type Tool = 'Anvil' | 'Hardhat';

interface Named {
  /** The long name: `--port`. */
  readonly flag: string;
  /** The short name: `-p`. */
  readonly short?: string;
  /** Other long names of the same flag. */
  readonly synonyms?: readonly string[];
  readonly tools: readonly Tool[];
}

/** Describes a flag that Halley has under the same name, with the same meaning. */
export interface SameFlag extends Named {
  readonly type: 'same';
  /** A difference that a user may notice. */
  readonly note?: string;
}

/** Holds what a translation may look at. */
export interface Configured {
  /** Flags, variables, files and defaults, before the translated flag is applied. */
  readonly config: ResolvedConfig;
  /** Whether a flag, a variable or a file gives this setting of ours a value. */
  isConfigured(flag: string): boolean;
}

/** Holds Halley's own settings by flag, as text. */
export type OwnFlags = Readonly<Record<string, string>>;

/** Describes a flag that stands for settings of Halley with other names. */
export interface AliasFlag<T = unknown> extends Named {
  readonly type: 'alias';
  readonly kind: Kind<T>;
  readonly doc: string;
  /** The setting that it sets; giving both is an error. */
  readonly replaces?: string;
  /** It may be given several times; commas join the values. */
  readonly repeats?: true;
  /** What it stands for, as docs/flags.md says it. */
  readonly meaning: string;
  apply(value: T, configured: Configured): OwnFlags;
}

/** Describes a flag that ends the command with an error. */
export interface RefusedFlag extends Named {
  readonly type: 'refused';
  /** What to use instead, or why there is nothing to use. */
  readonly instead: string;
}

export type ForeignFlag = SameFlag | AliasFlag | RefusedFlag;
