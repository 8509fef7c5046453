/** Finds scenario files: those of the package by name, and others by path. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HalleyError } from '../kernel/errors.js';
import { didYouMean } from '../settings/did_you_mean.js';

const EXTENSION = '.toml';

/** Returns the folder of the package's scenarios, seen from the bundle in `dist` or from the sources. */
function catalogueFolder(): string {
  const places = ['../scenarios', '../../scenarios'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((path) => existsSync(path)) ?? (places[0] as string);
}

/** Lists the names of the package's scenarios. */
export function catalogueNames(): readonly string[] {
  const folder = catalogueFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => basename(file, EXTENSION))
    .sort();
}

export interface ScenarioSource {
  /** Is the path for errors. */
  readonly file: string;
  readonly text: string;
}

/** Reads a scenario of the package by its name, or any other by its path. Throws HalleyError `not-found`. */
export function readScenarioSource(name: string): ScenarioSource {
  const names = catalogueNames();
  const isPath = name.endsWith(EXTENSION) || name.includes('/');
  const file = isPath ? name : `${catalogueFolder()}/${name}${EXTENSION}`;
  if (!isPath && !names.includes(name))
    throw new HalleyError(
      'not-found',
      `there is no scenario "${name}"${didYouMean(name, names)}: expected a path that ends with ${EXTENSION}, or a name that \`halley scenario list\` shows`,
    );
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new HalleyError('not-found', `cannot read ${file}: ${(error as Error).message}`);
  }
}
