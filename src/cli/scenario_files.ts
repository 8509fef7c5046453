/** Finds scenario files: those of the package by name, and others by path. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HalleyError } from '../kernel/errors.js';
import { MAX_SCENARIO_BYTES } from '../scenario/limits.js';
import { didYouMean } from '../settings/did_you_mean.js';

const EXTENSION = '.toml';

/** Returns the folder of the package's scenarios, seen from the bundle in `dist` or from the sources. */
function catalogueFolder(): string {
  const places = ['../scenarios', '../../scenarios'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return places.find((path) => existsSync(path)) ?? (places[0] as string);
}

/** Returns the names of the package's scenarios. */
export function catalogueNames(): readonly string[] {
  const folder = catalogueFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXTENSION))
    .map((file) => basename(file, EXTENSION))
    .sort();
}

export interface ScenarioSource {
  /** Path for errors. */
  readonly file: string;
  readonly text: string;
}

/** Reads at most `bytes` of a file, which may be longer or endless. */
function readStart(file: string, bytes: number): string {
  const start = Buffer.alloc(bytes);
  const opened = openSync(file, 'r');
  try {
    let length = 0;
    for (let more = 1; more > 0 && length < bytes; length += more)
      more = readSync(opened, start, length, bytes - length, null);
    return start.toString('utf8', 0, length);
  } finally {
    closeSync(opened);
  }
}

/**
 * Reads a scenario of the package by its name, or any other by its path. Of a file that is too long it reads one byte
 * more than the limit. Throws HalleyError `not-found`.
 */
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
    return { file, text: readStart(file, MAX_SCENARIO_BYTES + 1) };
  } catch (error) {
    throw new HalleyError('not-found', `cannot read ${file}: ${(error as Error).message}`);
  }
}
