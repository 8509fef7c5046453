/** Defines the section of a surface in app.toml, from which its flags, variables and line in the banner follow. */
import { LISTEN_ADDRESS } from '../settings/kinds.js';
import { type Section, type Setting, section, setting, type Values } from '../settings/setting.js';

type Settings = Readonly<Record<string, Setting<unknown>>>;
type WithAddress<S> = { readonly address: Setting<string> } & S;

/** Access of a section to the command, from which it makes an option. */
export interface SurfaceHost {
  /** Reads a file. Throws HalleyError `invalid-config` that names the file, as `what`. */
  readJson(path: string, what: string): unknown;
  /** Prints a warning. */
  warn(text: string): void;
}

interface SurfaceTerms<S extends Settings> {
  /** Name of the table of app.toml: that of the surface's folder. */
  readonly table: string;
  /** Title of the settings, and name in the banner. */
  readonly title: string;
  /** Address at which `halley start` serves it by default. */
  readonly address: string;
  /** Whether another port serves when that of the default address is in use. */
  readonly takesFreePort?: true;
  /** Settings besides the address. */
  readonly settings: S;
  /** Converts the values to the option of `createDevnet`. Without it the option has the values as they are. */
  optionOf?(values: Values<WithAddress<S>>, host: SurfaceHost): object;
}

/** Section of settings with an address. */
export interface SurfaceSection<S extends Settings> extends Section<WithAddress<S>> {
  readonly takesFreePort?: true;
  optionOf?(values: Values<WithAddress<S>>, host: SurfaceHost): object;
}

/** Section of any surface. */
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
