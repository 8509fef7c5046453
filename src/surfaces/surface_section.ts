/** Defines the section of a surface in app.toml, from which its flags, variables and line in the banner follow. */
import { LISTEN_ADDRESS } from '../settings/kinds.js';
import { type Section, type Setting, section, setting, type Values } from '../settings/setting.js';

type Settings = Readonly<Record<string, Setting<unknown>>>;
type WithAddress<S> = { readonly address: Setting<string> } & S;

/** Gives a section what it needs of the command to make an option. */
export interface SurfaceHost {
  /** Reads a file. Throws HalleyError `invalid-config` that names the file, as `what`. */
  readJson(path: string, what: string): unknown;
  /** Prints a warning. */
  warn(text: string): void;
}

interface SurfaceTerms<S extends Settings> {
  /** Names the table of app.toml, as the folder of the surface is named. */
  readonly table: string;
  /** Is the title of its settings, and its name in the banner. */
  readonly title: string;
  /** Is the address at which `halley start` serves it by default. */
  readonly address: string;
  /** Lists its settings besides the address. */
  readonly settings: S;
  /** Converts the values to the option of `createDevnet`. Without it the option has the values as they are. */
  optionOf?(values: Values<WithAddress<S>>, host: SurfaceHost): object;
}

/** Is a section of settings with an address. */
export interface SurfaceSection<S extends Settings> extends Section<WithAddress<S>> {
  optionOf?(values: Values<WithAddress<S>>, host: SurfaceHost): object;
}

/** Is the section of any surface. */
export type AnySurfaceSection = SurfaceSection<Settings>;

export const surfaceSection = <S extends Settings>({
  address,
  settings,
  ...terms
}: SurfaceTerms<S>): SurfaceSection<S> => ({
  ...section({
    file: 'app.toml',
    prefixed: true,
    ...terms,
    settings: {
      address: setting('address', LISTEN_ADDRESS, address, 'HTTP address; empty for none'),
      ...settings,
    },
  }),
});
