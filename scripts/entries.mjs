/**
 * Reads the library's entries from `exports` of package.json. An entry that is added there is bundled, ships its
 * declarations, and has its public types reported.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/**
 * @typedef {{ types: string, default: string }} Conditions
 * @typedef {{ name: string, version: string, exports: Record<string, string | Conditions>, peerDependencies: Record<string, string> }} Manifest
 * @typedef {{ specifier: string, source: string, types: string, bundle: string }} Entry `specifier` is what a program
 *   imports; the paths are those of the source, the declarations and the bundle, relative to the root.
 */

/** @type {Manifest} */
export const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Packages that users may install themselves; the bundles import them. */
export const PEERS = Object.keys(MANIFEST.peerDependencies);

/**
 * Returns the entries in the order of package.json. Throws for declarations and bundles outside of the build.
 * @returns {Entry[]}
 */
export function libraryEntries({ name, exports } = MANIFEST) {
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === 'string') return [];
    const source = /^\.\/dist\/types\/(src\/.+)\.d\.ts$/.exec(target.types)?.[1];
    const bundle = /^\.\/(dist\/\w+\.mjs)$/.exec(target.default)?.[1];
    if (source === undefined || bundle === undefined)
      throw new Error(
        `exports["${path}"] of package.json: expected types ./dist/types/src/….d.ts and default ./dist/NAME.mjs, ` +
          `got ${JSON.stringify(target)}`,
      );
    return [{ specifier: name + path.slice(1), source: `${source}.ts`, types: target.types.slice(2), bundle }];
  });
}
