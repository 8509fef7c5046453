/** What a setting is, and a section of them. */
import type { Kind } from './kinds.js';

export interface Setting<T> {
  /** As the file spells it; flags and variables follow from it. */
  readonly key: string;
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly doc: string;
  /** Names the key under which the version before had the setting. It still works as flag, variable and key of a file. */
  readonly formerKey?: string;
}

/** Undefined: flags and environment only. */
export type ConfigFile = 'app.toml' | 'config.toml' | undefined;

export interface Section<S extends Readonly<Record<string, Setting<unknown>>>> {
  readonly file: ConfigFile;
  /** TOML table; empty for the top level. */
  readonly table: string;
  /** Whether flags and variables carry the table's name. */
  readonly prefixed: boolean;
  readonly title: string;
  readonly settings: S;
}

export const setting = <T>(
  key: string,
  kind: Kind<T>,
  fallback: T,
  doc: string,
  more: Pick<Setting<T>, 'formerKey'> = {},
): Setting<T> => ({
  key,
  kind,
  fallback,
  doc,
  ...more,
});

/** Keeps the exact type of its settings. */
export const section = <S extends Readonly<Record<string, Setting<unknown>>>>(of: Section<S>): Section<S> => of;
