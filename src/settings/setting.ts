/** Defines a setting, and a section of settings. */
import { type Kind, kindOf, optional } from './kinds.js';
import type { Option } from './reader.js';

export interface Setting<T> {
  /** Key in the file, from which flags and variables are derived. */
  readonly key: string;
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly doc: string;
}

/** File of a section; `undefined` means flags and environment only. */
export type ConfigFile = 'app.toml' | 'config.toml' | undefined;

export interface Section<S extends Readonly<Record<string, Setting<unknown>>>> {
  readonly file: ConfigFile;
  /** Name of the TOML table; empty means the top level. */
  readonly table: string;
  /** Decides whether flags and variables contain the table's name. */
  readonly prefixed: boolean;
  readonly title: string;
  readonly settings: S;
}

export const setting = <T>(key: string, kind: Kind<T>, fallback: T, doc: string): Setting<T> => ({
  key,
  kind,
  fallback,
  doc,
});

/** Makes the setting of an option. */
export function settingOf<T, F extends T | undefined>({ key, read, fallback, doc, example }: Option<T, F>): Setting<F> {
  const kind: Kind<T> = kindOf(read.form);
  return setting(key, (fallback === undefined ? optional(kind, example) : kind) as Kind<never>, fallback, doc);
}

type SettingsOf<O> = { readonly [K in keyof O]: O[K] extends Option<infer T, infer F> ? Setting<T | F> : never };

/** Makes the setting of each option. */
export const settingsOf = <O extends object>(options: O): SettingsOf<O> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, settingOf(option)])) as SettingsOf<O>;

/** Preserves the exact type of the section's settings. */
export const section = <S extends Readonly<Record<string, Setting<unknown>>>>(of: Section<S>): Section<S> => of;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Values of settings by name. */
export type Values<S> = { readonly [K in keyof S]: ValueOf<S[K]> };
