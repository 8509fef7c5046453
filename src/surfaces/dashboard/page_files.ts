/** Reads the files of the page from the folder `dashboard` of the build. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_FILES, type PageFiles } from '../../rpc/dashboard/files.js';

/** Lists where the folder is, seen from a bundle in `dist` and from the sources. */
const PLACES = ['./dashboard/', '../../../dist/dashboard/'];

/** Returns the files; undefined when one of them is missing. */
export function readPageFiles(places: readonly string[] = PLACES.map(placeOf)): PageFiles | undefined {
  const names = Object.keys(PAGE_FILES);
  const folder = places.find((place) => names.every((name) => existsSync(`${place}${name}`)));
  if (folder === undefined) return undefined;
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}${name}`)])) as unknown as PageFiles;
}

function placeOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
