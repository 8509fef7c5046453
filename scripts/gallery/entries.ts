/** Reads the entries of the gallery from their folders. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '../../src/fixtures/folder/read_folder.js';
import { BYTES_FOLDER, kindOfServer, SERVER_KINDS, type ServerKind } from '../../src/fixtures/folder/types.js';
import type { FixtureFormat } from '../../src/fixtures/index.js';

export const GALLERY = 'fixtures';
/** Forms for other tools that every entry has. */
export const GALLERY_FORMATS: readonly FixtureFormat[] = ['io', 'flat'];

export interface GalleryEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Kinds of servers that were asked, in the order of `SERVER_KINDS`. */
  readonly servers: readonly ServerKind[];
  readonly exchanges: number;
  /** Files of raw bytes. */
  readonly bytes: readonly string[];
}

/** Lists the names of the folders with a plan. */
export const galleryPlans = (): readonly string[] =>
  readdirSync(GALLERY)
    .filter((name) => existsSync(join(GALLERY, name, 'plan.toml')))
    .sort();

/** Reads every recorded entry. Throws HalleyError for a folder that is damaged or was not recorded. */
export const readEntries = (): readonly GalleryEntry[] => galleryPlans().map(readEntry);

function readEntry(name: string): GalleryEntry {
  const { manifest, exchanges } = readFolder(join(GALLERY, name));
  const asked = new Set(exchanges.map(({ exchange }) => kindOfServer(exchange.server)));
  return {
    name,
    title: manifest.title,
    description: manifest.description,
    servers: SERVER_KINDS.filter((kind) => asked.has(kind)),
    exchanges: exchanges.length,
    bytes: manifest.files.map(({ path }) => path).filter((path) => path.startsWith(`${BYTES_FOLDER}/`)),
  };
}
