/**
 * Records the gallery: compiles the contracts of each plan `fixtures/NAME/plan.toml`, records the plan into its own folder,
 * and then writes the index of all entries.
 *
 * `npx tsx scripts/gallery.ts` records every entry, `npx tsx scripts/gallery.ts NAME…` those with these names. With
 * `--index` it writes the index alone.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { record } from '../src/fixtures/index.js';
import { artifactNames, artifactText } from './gallery/artifacts.js';
import { GALLERY, GALLERY_FORMATS, galleryPlans, readEntries } from './gallery/entries.js';
import { indexFile, indexPage } from './gallery/index_page.js';

async function main(args: readonly string[]): Promise<void> {
  const known = galleryPlans();
  const named = args.filter((arg) => !arg.startsWith('--'));
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no plan in ${GALLERY} is named ${unknown.join(', ')}`);
  if (!args.includes('--index')) for (const name of named.length > 0 ? named : known) await recordEntry(name);
  const entries = readEntries();
  writeFileSync(join(GALLERY, 'README.md'), indexPage(entries));
  writeFileSync(join(GALLERY, 'index.json'), indexFile(entries));
}

async function recordEntry(name: string): Promise<void> {
  const folder = join(GALLERY, name);
  for (const artifact of artifactNames(name))
    writeFileSync(join(folder, `${artifact}.json`), await artifactText(artifact));
  const { exchanges } = await record(join(folder, 'plan.toml'), { out: folder, formats: GALLERY_FORMATS });
  console.log(`${name}: ${exchanges} exchanges`);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
